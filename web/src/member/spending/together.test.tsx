import { stubs } from '@portico/contract/stubs'
import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { Together, type TogetherProps } from './together.tsx'

const totals = {
  billedCents: 0,
  discountCents: 0,
  planPaidCents: 0,
  otherPaidCents: 0,
  shareCents: 0,
  youOweCents: 0,
  openCents: 0,
  unknown: 0,
  odd: 0,
  oweUnknown: 0,
}
const none: TogetherProps['claims'] = { claims: [], total: 0, totals, people: [], providers: [], asOf: null }
const read: TogetherProps['claims'] = { ...none, asOf: '2026-11-01T00:00:00.000Z' }
const moves: TogetherProps['moves'] = {
  transactions: [],
  total: 0,
  totals: { inCents: 0, outCents: 0, waitingCents: 0 },
  people: [],
  accounts: [],
}
const [account] = stubs.spendingSummary.accounts as [TogetherProps['summary']['accounts'][number]]
const summary = (balanceCents: number | null): TogetherProps['summary'] => ({
  ...stubs.spendingSummary,
  state: 'loaded',
  claims: [],
  accounts: [{ ...account, open: true, balanceCents }],
})

function renderSums(claims: TogetherProps['claims'], balanceCents: number | null): string {
  const html = renderPage(<Together summary={summary(balanceCents)} owed={read} claims={claims} moves={moves} />)
  return html.slice(html.indexOf('<dl'), html.indexOf('</dl>'))
}

test('MP-10 MP-13 a balance that no file has is unknown, not zero', () => {
  expect(renderSums(read, 0)).toMatch(/In your accounts<\/dt><dd><strong>\$0\.00/)
  expect(renderSums(read, null)).toMatch(/In your accounts<\/dt><dd><strong>Not known/)
})

test('MP-4 MP-13 the page says that nothing is owed only if claims are known and say so', () => {
  expect(renderSums(read, 0)).toMatch(/You owe<\/dt><dd><strong>\$0\.00/)
  expect(renderSums(none, 0)).toMatch(/You owe<\/dt><dd><strong>Not known.*sent us no claims/)
  const silent = { ...read, total: 1, totals: { ...totals, oweUnknown: 1 } }
  expect(renderSums(silent, 0)).toMatch(/You owe<\/dt><dd><strong>Not known.*On 1 claim/)
})

test('MP-10 MP-14 the patient is named only to people who see several people’s care', () => {
  const { claims, people } = stubs.listClaims
  const count = (shared: boolean) => {
    const [first] = people
    const seen = first === undefined ? [] : shared ? [first, { ...first, memberId: 'other' }] : [first]
    const page = { ...read, claims: [...claims], total: claims.length, people: seen }
    const html = renderPage(
      <Together
        summary={{ ...summary(100), ...stubs.spendingSummary, shared }}
        owed={none}
        claims={page}
        moves={moves}
      />,
    )
    return [...html.matchAll(/For [A-Z]/g)].length
  }
  expect(count(true)).toBeGreaterThan(0)
  expect(count(false)).toBe(0)
})
