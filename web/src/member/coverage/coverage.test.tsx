import { stubs } from '@portico/contract/stubs'
import { describe, expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { BenefitsCard } from './benefits-card.tsx'
import { BenefitsTable } from './benefits-table.tsx'
import { DocumentsCard } from './documents-card.tsx'
import { findBenefits } from './find-benefits.ts'
import { OtherInsuranceCard } from './other-insurance-card.tsx'
import { StandingCard } from './standing-card.tsx'
import type { BalanceData, BenefitData, PlanData } from './types.ts'
import { YearCard } from './year-card.tsx'

const [plan] = stubs.benefits.plans as [PlanData]
const balance = (more: Partial<BalanceData>): BalanceData => ({
  kind: 'deductible',
  network: 'in',
  holder: 'person',
  limitCents: 150_000,
  usedCents: 30_000,
  basis: 'counted',
  asOf: null,
  ...more,
})
const year = (more: Partial<PlanData>) => renderPage(<YearCard plan={{ ...plan, ...more }} />)

describe('MP-12 the plan year in words, which the server can render', () => {
  test('MP-12 each person and the family, the remaining amounts, and the rule in one sentence', () => {
    const html = year({ family: [balance({ holder: 'family', limitCents: 300_000, usedCents: 290_000 })] })
    for (const text of [
      '$860 of $1,500',
      '$640 left',
      '$2,900 of $3,000',
      '$100 left',
      'Each person has their own limit',
    ])
      expect(html).toContain(text)
    expect(html.match(/<meter/g)).toHaveLength(2)
    expect(html).not.toContain('Met')
  })

  test('MP-12 once the family has reached its limit, nobody has anything left of their own', () => {
    const html = year({ family: [balance({ holder: 'family', limitCents: 300_000, usedCents: 300_000 })] })
    for (const text of ['$860 of $1,500', 'Met by the family', '$3,000 of $3,000']) expect(html).toContain(text)
    expect(html).not.toContain('left')
    // It says nothing for another kind of limit, or for care out of network.
    for (const other of [{ kind: 'out-of-pocket' }, { network: 'out' }] as const)
      expect(year({ family: [balance({ holder: 'family', usedCents: 150_000, ...other })] })).toContain('$640 left')
  })

  test('MP-12 MP-15 once a Medicare plan’s maximum is reached, only medical care is promised, and Part D named', () => {
    const [own] = plan.people as [PlanData['people'][number]]
    const most: Partial<PlanData> = { people: [{ ...own, balances: [balance({ kind: 'out-of-pocket' })] }] }
    expect(year(most)).toContain('your plan pays all covered care.')
    const medicare = year({ ...most, drugsApart: true })
    expect(medicare).toContain('your plan pays all covered medical care. Part D drugs have a limit of their own.')
    expect(medicare).not.toContain('all covered care')
  })

  test('MP-12 a shared limit says so', () => {
    const html = year({
      people: [],
      familyRules: { deductible: 'aggregate', 'out-of-pocket': null },
      family: [balance({ holder: 'family' })],
    })
    expect(html).toContain('The family shares one limit')
    expect(html).not.toContain('Each person has')
  })

  test('MP-12 whether the amount is the plan’s or our count', () => {
    const [own] = plan.people as [PlanData['people'][number]]
    const told = year({ people: [{ ...own, balances: [balance({ basis: 'told', asOf: '2026-04-02' })] }] })
    expect(told).toContain('From your plan, as of April 2, 2026')
    expect(told).not.toContain('our count')
    expect(year({})).toContain('Counted from the claims')
    expect(year({})).not.toContain('our count')
  })

  test('MP-12 MP-13 if the plan sent one amount and we counted another, each says which it is', () => {
    const [own] = plan.people as [PlanData['people'][number]]
    const balances = [balance({ basis: 'told', asOf: '2026-04-02' }), balance({ network: 'out' })]
    const html = year({ people: [{ ...own, balances }], family: null })
    expect(html).toContain('From your plan, as of April 2, 2026')
    expect(html).toContain('are counted from the claims that we had on')
    expect(html.match(/\(our count\)/g)).toHaveLength(2)
  })

  test('MP-13 claims without enough data to count are not said to be missing', () => {
    const [own] = plan.people as [PlanData['people'][number]]
    const html = year({ people: [{ ...own, balances: [balance({ usedCents: null, basis: null })] }] })
    expect(html).toContain('do not tell us all that counts here')
    expect(html).not.toContain('We have no claims of yours')
  })

  test('MP-13 an unknown used amount has no bar and no zero', () => {
    const [own] = plan.people as [PlanData['people'][number]]
    const html = year({ people: [{ ...own, balances: [balance({ usedCents: null, basis: null })] }] })
    expect(html).toContain('not known yet')
    expect(html).not.toMatch(/<meter|\$0/)
  })

  test('MP-14 amounts that were not shared say so', () => {
    expect(year({ people: [], family: 'withheld' })).toContain('not shared with you')
  })
})

test.each([
  ['active', 'These amounts are not loaded yet', 'Benefits are not loaded yet'],
  ['ended', 'These amounts are not known', 'These benefits are not known'],
] as const)('MP-13 MP-12 what a plan has not sent for %s coverage', (standing, amounts, benefits) => {
  const none = { ...plan, standing, people: [], family: null, benefits: [], loadedAt: null }
  expect(renderPage(<YearCard plan={none} />)).toContain(amounts)
  expect(renderPage(<BenefitsCard plan={none} />)).toContain(benefits)
})

test.each([
  ['active', 'in effect from January 1, 2026 through December 31, 2026'],
  ['pending', 'once your plan has your first payment'],
  ['upcoming', 'starts on January 1, 2026'],
  ['unknown', 'has not told us when'],
  ['ended', 'ended on December 31, 2026'],
] as const)('HT-4 MP-12 coverage that is %s is told in words', (standing, words) => {
  expect(renderPage(<StandingCard plan={{ ...plan, standing }} />)).toContain(words)
})

const side = {
  covered: null,
  copayCents: null,
  coinsurance: null,
  deductibleApplies: null,
  limit: null,
  priorAuthorization: null,
  words: null,
}
const benefit = (service: string, more: Partial<BenefitData> = {}): BenefitData => ({
  service,
  spoken: 'en',
  section: null,
  sectionSpoken: 'en',
  asked: '',
  in: null,
  out: null,
  ...more,
})

test('MP-12 MP-13 the cost of a service in and out of network, and values that the plan has not sent', () => {
  const html = renderPage(
    <BenefitsTable
      caption="Benefits"
      benefits={[
        benefit('Scan', {
          in: { ...side, covered: true, coinsurance: 20, deductibleApplies: true, priorAuthorization: true },
          out: { ...side, covered: false },
        }),
        benefit('Checkup', { in: { ...side, covered: true, copayCents: 0 }, out: null }),
      ]}
    />,
  )
  for (const text of ['20% of the cost', 'After the deductible', 'Needs approval first', 'Not covered', 'Nothing'])
    expect(html).toContain(text)
  expect(html.match(/Your plan has not said/g)).toHaveLength(1)
})

test('MP-12 MP-26 what care costs is offered where there are prices: not for dental or eye care', () => {
  const render = (kind: PlanData['kind']) => renderPage(<BenefitsCard plan={{ ...plan, kind }} />)
  expect(render('medical')).toContain('See what care costs before you go')
  for (const kind of ['dental', 'vision'] as const) expect(render(kind)).not.toContain('See what care costs')
})

test('MP-12 a benefit is found by the plan’s words, by common ones, and with a typo', () => {
  const all = [
    benefit('Imaging (CT, MRI)', { asked: 'x-ray xray' }),
    benefit('Urgent care', { section: 'Visits' }),
    benefit('Generic drugs'),
  ]
  const findServices = (words: string) => findBenefits(all, words, 'en').map(({ service }) => service)
  expect(findServices('')).toHaveLength(3)
  expect(findServices('X-ray')).toEqual(['Imaging (CT, MRI)'])
  expect(findServices('visits urgent')).toEqual(['Urgent care'])
  expect(findServices('genric')).toEqual(['Generic drugs'])
  expect(findServices('dragon')).toEqual([])
})

test('MP-12 without other insurance or documents the page says so, and has no list', () => {
  const html = renderPage(
    <>
      <OtherInsuranceCard others={[]} />
      <DocumentsCard documents={[]} />
    </>,
  )
  expect(html).not.toContain('role="list"')
})
