import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { MemberCard } from './member-card.tsx'
import type { OpenedThread } from './types.ts'

const group = {
  groupNumber: '1005512',
  groupName: 'Individual and family',
  clientName: 'Keystone Household',
  planName: 'PPO Blue 1500',
  medicaid: false,
}

test.each([
  ['2026-01-01', '2026-12-31', 'Jan 1, 2026 to Dec 31, 2026'],
  ['2026-01-01', null, 'Since Jan 1, 2026'],
  [null, null, 'Dates of coverage not loaded'],
])('MC-6 staff see of a coverage from %s to %s what is known, and what is not', (begins, ends, words) => {
  const member = {
    name: 'Mayte Escobar',
    nickName: 'May',
    memberNumber: '99406232200',
    phone: begins === null ? null : '(412) 555-0142',
    dateOfBirth: '1965-09-12',
    groups: [{ ...group, begins, ends }],
    threads: [],
  }
  const thread = { member, claims: [], form: null } as unknown as OpenedThread
  const card = <MemberCard thread={thread} threadAddress={(id) => id} />
  expect(renderPage(card)).toContain(words)
  expect(renderPage(card)).toContain(begins === null ? 'Not on file' : 'href="tel:+14125550142"')
  expect(renderPage(card)).toMatch(/Mayte Escobar.*Goes by May/)
})
