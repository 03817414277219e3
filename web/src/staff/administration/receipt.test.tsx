import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { Receipt } from './receipt.tsx'

test('RG-3 a receipt says in words what was deleted and what stays, why, and from when more can be deleted', () => {
  const receipt = {
    erased: { claim: 2, claim_line: 5, care_team: 1 },
    kept: { premium_payment: { rows: 3, why: 'the books' }, app_transfer: { rows: 1, why: 'proof' } },
    again: '2036-03-01',
  }
  const page = renderPage(<Receipt receipt={receipt} />)
  expect(page.match(/<li>.*?<\/li>/g)?.map((one) => one.replace(/<.*?>/g, ''))).toEqual([
    'Deleted: claims, approvals and cost estimates (7 records)',
    'Deleted: medicines, doctors and wellness (1 record)',
    expect.stringMatching(
      /^Kept: bills, payments and spending accounts \(3 records\)\. Payments stay in the books by law\./,
    ),
    expect.stringMatching(/^Kept: choices, and who may see what \(1 record\)\. It proves what was done,/),
  ])
  expect(page).toContain('March 1, 2036')
  expect(page).not.toMatch(/claim_line|premium_payment/)
})
