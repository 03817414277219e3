import { expect, it } from 'vitest'
import { isInMaintenance } from './maintenance-flag.ts'

const key = 'CONTACTUS_MAINTENANCE'

it('RT-4 CT-3 contact-us is in maintenance while the list says so', () => {
  expect(
    isInMaintenance({
      configs: [
        { key: 'OTHER', booleanValue: false },
        { key, booleanValue: true },
      ],
    }),
  ).toBe(true)
})

it.each([
  { configs: [] },
  { configs: [{ key, booleanValue: false }] },
  { configs: [{ key, stringValue: 'true' }] },
  { configs: [{ key: 'MAINTENANCE', booleanValue: true }] },
])('RT-4 CT-3 nothing but an explicit true closes it: %o', (list) => {
  expect(isInMaintenance(list)).toBe(false)
})
