import { expect, test } from 'vitest'
import { renderPage } from '../base/test-render.tsx'
import { Leads } from './today-cards.tsx'

const lead = {
  ...{ leadId: '1', firstName: 'Wanda', lastName: 'Pruitt', state: 'reached', phone: '4125550188', email: null },
  ...{ county: null, zipCode: '15222', segment: 'U65', language: 'en', reason: 'plans', note: null },
} as unknown as Parameters<typeof Leads>[0]['today']['leads'][number]

test.each([
  ['2026-11-22T11:59:00.000Z', true],
  ['2026-11-22T15:01:00.000Z', false],
])('AG-4 a lead due at %s is late on the home page as in the list of leads: %s', (dueAt, isLate) => {
  const html = renderPage(<Leads today={{ leads: [{ ...lead, dueAt }] }} />, {
    page: { now: '2026-11-22T15:00:00.000Z' },
  })
  expect(html).toContain('Wanda Pruitt')
  expect(html.includes('Late')).toBe(isLate)
})
