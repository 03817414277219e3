import { expect, test } from 'vitest'
import { renderPage } from '../base/test-render.tsx'
import { ClientList } from './client-list.tsx'
import type { AgencyClient } from './types.ts'

const client: AgencyClient = {
  clientId: '5a1b1f5e-6f0c-4a55-9a3f-1d8f4f6f0001',
  firstName: 'Mayte',
  lastName: 'Escobar',
  phone: '(701) 555-0142',
  email: null,
  plans: ['PPO Blue 1500'],
  coverageEnds: null,
  consentedOn: '2026-01-02',
  followUpOn: null,
  note: '',
  version: 1,
  agent: null,
  agencyName: 'Three Rivers Benefits',
}

test('AG-5 the phone number of a client is a link that dials it', () => {
  const html = renderPage(<ClientList clients={[client]} onOpen={() => {}} />)
  expect(html).toMatch(/<a href="tel:\+17015550142"[^>]*>.*\(701\) 555-0142.*<\/a>/)
})

test('AG-5 a client without a phone number is listed as such', () => {
  const html = renderPage(<ClientList clients={[{ ...client, phone: null }]} onOpen={() => {}} />)
  expect(html).not.toContain('tel:')
  expect(html).toContain('No phone number')
})

test.each(['701-555-0142', '7015550142', '(701) 555-0142'])(
  'AG-5 VA-1 the phone number of a client shows in one form: %s',
  (phone) => {
    const html = renderPage(<ClientList clients={[{ ...client, phone }]} onOpen={() => {}} />)
    expect(html).toContain('>(701) 555-0142<')
    expect(html).toContain('href="tel:+17015550142"')
  },
)
