import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { Requests } from './requests.tsx'
import type { StaffRequest } from './types.ts'

const invitation: StaffRequest = {
  requestId: '01a201ca-0000-7000-8000-000000000001',
  kind: 'invitation',
  loginId: 'NEWREP01',
  name: 'Tia Newman',
  email: 'tia@plan.example',
  entitlements: ['audit'],
  brands: ['hmbcbs'],
  askedBy: 'ADMIN002',
  askedAt: '2026-03-01T15:00:00.000Z',
  expiresAt: '2026-03-08T15:00:00.000Z',
  own: false,
  lapsed: false,
}
const render = (request: Partial<StaffRequest>) =>
  renderPage(
    <Requests requests={[{ ...invitation, ...request }]} findBrandName={(code) => code} onDone={() => undefined} />,
  )

test('AD-2 whoever confirms an invitation sees the address that gets its link', () => {
  expect(render({})).toContain('tia@plan.example')
  expect(render({ kind: 'rights', email: null })).not.toContain('The link')
})

test('AD-2 a request that its author could no longer make can only be dropped, and the page says why', () => {
  expect(render({})).toMatch(/Confirm: Tia Newman.*Drop: Tia Newman/)
  const lapsed = render({ lapsed: true })
  expect(lapsed).toContain('ADMIN002 could no longer ask for this. It can only be dropped.')
  expect(lapsed).not.toContain('Confirm: Tia Newman')
  expect(lapsed).toContain('Drop: Tia Newman')
})
