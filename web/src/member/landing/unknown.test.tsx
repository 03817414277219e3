import { stubs } from '@portico/contract/stubs'
import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { ClaimsCard } from './claims-card.tsx'
import { PaymentCard } from './payment-card.tsx'
import { ProgressCard } from './progress-card.tsx'

const finder = null
const all = {
  id: 'navClaims',
  label: 'Claims',
  url: '/claims',
  icon: 'receipt-text',
  showText: true,
  active: false,
  linkTarget: '_self',
} as const

test.each([
  ['en', 'not loaded yet', /has no deductible|Nothing to keep track of/],
  ['es', 'Todavía no', /no tiene deducible|Nada que seguir/],
] as const)(
  'MP-13 amounts that a plan has not loaded are said to be not loaded, not to be none (%s)',
  (language, word, claimed) => {
    const html = renderPage(<ProgressCard accumulators={[]} limitsTold={false} standing="active" />, { language })
    expect(html).toContain(word)
    expect(html).not.toMatch(claimed)
  },
)

test.each([
  ['en', 'This plan has not told us of a deductible'],
  ['es', 'Este plan no nos ha informado de ningún deducible'],
] as const)(
  'MP-13 MP-1 a plan that has told no limits is said so as on Coverage, not to be not loaded (%s)',
  (language, words) => {
    const html = renderPage(<ProgressCard accumulators={[]} limitsTold standing="active" />, { language })
    expect(html).toContain(words)
    expect(html).not.toMatch(/not loaded|Todavía no/)
  },
)

test('MP-13 amounts of coverage that has ended were not sent: nothing says that they will come', () => {
  const html = renderPage(<ProgressCard accumulators={[]} limitsTold={false} standing="ended" />)
  expect(html).toContain('did not send us these amounts')
  expect(html).not.toMatch(/yet/)
})

test('MP-13 claims that a plan has not loaded are not said to be none', () => {
  const html = renderPage(<ClaimsCard claims={[]} shared={false} all={all} finder={finder} />)
  expect(html).toContain('No claims loaded yet')
})

test('MP-1 MP-3 a recent claim leads to its page, known provider or not', () => {
  const claims = stubs.overview.recentClaims.map((one) => ({ ...one, claimId: 'a1', providerName: null }))
  const render = (shared: boolean) =>
    renderPage(<ClaimsCard claims={claims} shared={shared} all={all} finder={finder} />)
  expect(render(false)).toMatch(/<li.*<a href="\/login\/#\/claims\/claim\/a1"/)
  const whose = ` · ${claims[0]?.patient.firstName}`
  expect([render(true).includes(whose), render(false).includes(whose)]).toEqual([true, false])
})

test('MP-1 MP-18 the landing page says how much of the amount owed is late', () => {
  const payment = { dueDate: '2026-11-08', amountCents: 63_800, autoPay: false, graceLastDay: null }
  const render = (overdueCents: number) =>
    renderPage(<PaymentCard payment={{ ...payment, overdueCents }} state="overdue" pay={null} />)
  expect(render(31_900)).toMatch(/\$638\.00.*\$319\.00 of it was due Nov 8/)
  expect(render(63_800)).toMatch(/\$638\.00.*>Was due Nov 8/)
})

test('MP-13 a limit with an unknown used amount has no bar, which would read as zero', () => {
  const limit = { kind: 'deductible', network: 'in', holder: 'person', limitCents: 150_000 } as const
  const html = renderPage(
    <ProgressCard
      accumulators={[{ ...limit, usedCents: null, basis: null, asOf: null }]}
      limitsTold
      standing="active"
    />,
  )
  expect(html).toContain('$1,500')
  expect(html).toContain('not known yet')
  expect(html).not.toContain('<meter')
})

test('MP-1 MP-14 if only one of two limits is the family’s, each says whose it is', () => {
  const list = (inside: 'family' | 'person', outside: 'family' | 'person') =>
    [
      { network: 'in', holder: inside, limitCents: 300_000 } as const,
      { network: 'out', holder: outside, limitCents: 200_000 } as const,
    ].map((one) => ({ ...one, kind: 'deductible' as const, usedCents: 0, basis: null, asOf: null }))
  const render = (...holders: Parameters<typeof list>) =>
    renderPage(<ProgressCard accumulators={list(...holders)} limitsTold standing="active" />)
  expect(render('family', 'person')).toMatch(/Your family shares it.*Out of network(<!-- -->)? · one person’s/)
  expect(render('person', 'family')).toMatch(/Out of network(<!-- -->)? · Your family shares it/)
  expect(render('family', 'family')).not.toContain('one person’s')
})
