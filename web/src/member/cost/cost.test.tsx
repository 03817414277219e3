import { stubs } from '@portico/contract/stubs'
import { describe, expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { FoundList } from './found-list.tsx'
import { KeptCard } from './kept-card.tsx'
import { Notices } from './notices.tsx'
import { OutCard } from './out-card.tsx'
import { CostPlanCard } from './plan-card.tsx'
import { Providers } from './providers.tsx'
import type { CostData, FoundService, KeptEstimate, ProviderCost } from './types.ts'

const about = {
  service: {
    type: 'LOCAL',
    code: 'KNEE',
    name: 'Knee replacement',
    spoken: 'en',
    priced: true,
    ...{
      description: 'Knee replacement',
      parts: [{ type: 'LOCAL', code: 'A', description: 'Anesthesia', spoken: 'en' }],
    },
  },
  benefit: {
    service: 'Surgery',
    spoken: 'en',
    section: null,
    sectionSpoken: 'en',
    asked: '',
    out: null,
    in: {
      covered: true,
      copayCents: 2500,
      coinsurance: null,
      deductibleApplies: false,
      limit: '20 visits a year',
      priorAuthorization: true,
      words: null,
    },
  },
  balances: [
    {
      kind: 'deductible',
      network: 'in',
      holder: 'person',
      limitCents: 150_000,
      usedCents: 86_000,
      basis: 'counted',
      asOf: null,
    },
  ],
} satisfies Partial<KeptEstimate>
const cost: CostData = { ...stubs.careCost, ...about }
const [stub] = stubs.keptEstimates.estimates as [KeptEstimate]
const kept: KeptEstimate = { ...stub, ...about }

const page = renderPage(
  <>
    <Providers cost={cost} sort="price" onSort={() => {}} wanted={null} keep={null} busy={false} />
    <CostPlanCard cost={cost} benefit={null} onBenefit={() => {}} />
    <OutCard busy={false} onQuote={() => {}} />
    <Notices approval={true} />
  </>,
)
const record = renderPage(<KeptCard estimates={[kept]} total={1} />)

/** 45 CFR 147.211(b)(1)(i) to (vii), in the page's wording. */
const elements: readonly (readonly [string, RegExp])[] = [
  ['(i) what the member would pay', /You would pay.*\$25/s],
  ['(ii) what counts so far, and of how much', /\$860 of \$1,500/],
  ['(ii) how much of the care the plan pays for', /Limit: 20 visits a year/],
  ['(iii) the rate that the plan and the provider agreed on', /Price that your plan agreed on.*\$128/s],
  ['(v) what a bundle is made of', /Anesthesia/],
  ['(vi) that the plan must approve it first', /Your plan must approve this care first/],
  ['(vii)(A) balance billing', /balance billing/],
  ['(vii)(B) that the real amount may differ', /The real amount may be different/],
  ['(vii)(C) that it is no promise', /This is an estimate, not a promise/],
  ['(vii)(D) help with copays', /Help from drug makers or others with your copay/],
  ['(vii)(E) preventive care', /Preventive care may cost you nothing/],
]

describe('MP-26 results of a search for care', () => {
  const care = (name: string, priced: boolean) => ({ ...about.service, code: name, name, priced }) as FoundService
  const list = (...found: FoundService[]) => renderPage(<FoundList found={found} onChoose={() => {}} />)

  test('MP-26 care with a price comes first, and the rest is folded away', () => {
    const html = list(care('Blood sugar meter', false), care('Blood test panel', true))
    const folded = html.indexOf('<details')
    expect(html).toContain('1 kind of care without a known price')
    expect([html.indexOf('Blood test panel') < folded, html.indexOf('Blood sugar meter') > folded]).toEqual([
      true,
      true,
    ])
    expect(html).not.toMatch(/<details[^>]* open/)
  })

  test('MP-26 if nothing has a price, the results show anyway', () => {
    expect(list(care('Blood sugar meter', false))).toMatch(/<details[^>]* open/)
    expect(list(care('Blood test panel', true))).not.toContain('<details')
  })
})

describe('MP-26 the requirements of 45 CFR 147.211 for an estimate', () => {
  test.each(elements)('MP-26 on the page: %s', (_, words) => {
    expect(page).toMatch(words)
  })

  test.each(elements)('MP-26 in what the member keeps: %s', (_, words) => {
    expect(record).toMatch(words)
  })

  test('MP-26 (iv) care outside the network: the unknown amount is said to be unknown, and calculated from the provider’s price', () => {
    expect(page).toContain('We do not know how much of a bill from outside your network your plan counts')
    for (const html of [page, record])
      expect(html).toContain('We do not know how much of the price your plan counts outside your network')
    const out = renderPage(<KeptCard estimates={[{ ...kept, network: 'out' }]} total={1} />)
    expect(out).toContain('Outside the network')
    expect(out).toContain('Price that the provider asks')
    expect(out).toMatch(/\$25/)
  })

  test('MP-26 a saved estimate names its person and its basis: bill, network, plan year, benefit, prices', () => {
    const one: KeptEstimate = {
      ...kept,
      cost: { ...(kept.cost as ProviderCost), name: null, basis: 'day', bill: 'institutional', note: 'Only at night' },
    }
    const [head = ''] = renderPage(<KeptCard estimates={[one]} total={1} />).split('<details')
    for (const words of [
      'Provider 1000000101 · In your network · As shown on November 1, 2029',
      'Worked out for PPO Blue 1500, plan year January 1, 2029 to December 31, 2029',
      /This comes under.*Surgery/s,
      'Price that your plan agreed on: $128.00 for each day',
      'This is the facility’s bill alone.',
      /From your plan, about this price: <bdi lang="en">Only at night/,
      'Prices as of October 1, 2029',
    ])
      expect(head.replaceAll('<!-- -->', '')).toMatch(words)
  })

  test('MP-26 IM-8 the contents of a bundle are not attributed to a price of the care alone', () => {
    const [one, two] = [false, true].map((bundle) => ({
      ...(cost.providers[0] as CostData['providers'][number]),
      bundle,
    }))
    const show = (...providers: readonly (typeof one)[]) =>
      renderPage(
        <CostPlanCard
          cost={{ ...cost, providers: providers.flatMap((some) => some ?? []) }}
          benefit={null}
          onBenefit={() => {}}
        />,
      )
    expect(show(one)).not.toContain('Anesthesia')
    expect(show(two)).toMatch(/What this includes.*Anesthesia/s)
    expect(show(one, two)).toMatch(/What some prices include.*Anesthesia/s)
    const keep = (bundle: boolean) =>
      renderPage(<KeptCard estimates={[{ ...kept, cost: { ...(kept.cost as ProviderCost), bundle } }]} total={1} />)
    expect(keep(true)).toMatch(/One price for everything that is included.*Anesthesia/s)
    expect(keep(false)).not.toMatch(/One price for everything|Anesthesia/)
  })

  test('MP-26 if not all prices or saved estimates are listed, their number shows', () => {
    const some = { ...cost, total: 1240 }
    const html = renderPage(
      <Providers cost={some} sort="price" onSort={() => {}} wanted={null} keep={null} busy={false} />,
    )
    expect(html).toContain('These are 1 of 1,240 prices.')
    expect(renderPage(<KeptCard estimates={[kept]} total={21} />)).toContain('These are the newest 1 of 21.')
  })

  test('MP-26 a name in another language than the page is marked for screen readers', () => {
    expect(renderPage(<KeptCard estimates={[kept]} total={1} />, { language: 'es' })).toMatch(
      /<h3[^>]*><bdi lang="en" dir="ltr">Knee replacement/,
    )
  })
  test('MP-26 without saved estimates the page says so, and has no list', () => {
    expect(renderPage(<KeptCard estimates={[]} total={0} />)).not.toContain('role="list"')
  })
})
