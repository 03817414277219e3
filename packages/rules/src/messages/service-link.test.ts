import { expect, it } from 'vitest'
import { serviceLabel } from './service-link.ts'

it('MC-1 the link to customer service is Member Services for Wyoming', () => {
  expect(serviceLabel('wybcbs')).toBe('member-services')
})

it.each(['default', 'hmbcbs', 'ndbcbs', 'mincr', 'ms'])(
  'MC-1 the link to customer service is Customer Service for %s',
  (brand) => {
    expect(serviceLabel(brand)).toBe('customer-service')
  },
)
