import { stubs } from '@portico/contract/stubs'
import { describe, expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { ApprovalsCard } from './approvals-card.tsx'
import { Covered, DrugItem } from './drug-item.tsx'
import { Results } from './drug-search.tsx'
import { MedicineCard } from './medicine-card.tsx'
import { OrdersCard } from './orders-card.tsx'
import type { ApprovalData, CoveredData, FillData, MedicineData, OrderData } from './types.ts'

const [medicine] = stubs.listMedicines.medicines as [MedicineData]
const [fill] = medicine.fills as [FillData]
const [approval] = stubs.listMedicines.authorizations as [ApprovalData]
const card = (more: Partial<MedicineData>, language: 'en' | 'es' = 'en') =>
  renderPage(<MedicineCard medicine={{ ...medicine, ...more }} isFamily={false} />, { language })

describe('MP-15 a medicine in words', () => {
  test('MP-15 dose, days and refills left, who and where, and who paid what', () => {
    const html = card({})
    for (const text of [
      ...['Take 1 tablet by mouth in the morning with food.', '62 days left', 'Nora Whitfield, MD', 'Corner Pharmacy'],
      ...['12 Main Street, Hershey, PA 17033', '2 of 3, to fill by Jun 1, 2030', 'You $10.00, your plan $9.20'],
      ...['Lasts through March 3, 2030', '90 tablets, 90 days'],
    ])
      expect(html).toContain(text)
    expect(html.match(/<meter/g)).toHaveLength(1)
  })

  test('MP-15 MP-16 someone with little or nothing left does not read that the pharmacy may wait', () => {
    const wait = 'may fill it only when little is left'
    expect(card({ daysLeft: 62, next: 'refill' })).toContain(wait)
    for (const daysLeft of [7, 1, 0]) {
      expect(card({ daysLeft, next: 'refill' })).not.toContain(wait)
      expect(card({ daysLeft, next: 'refill' })).toContain('You can ask for a refill now.')
    }
    expect(card({ daysLeft: null, next: 'refill' })).toContain(wait)
  })

  test('MP-15 unknown values are said to be unknown, without a bar and without a zero', () => {
    const html = card({
      dose: null,
      prescriber: null,
      daysLeft: null,
      lastDay: null,
      refillsLeft: null,
      next: 'ask',
      fills: [{ ...fill, youCents: null, planCents: null, pharmacyName: null, pharmacyAddress: null, quantity: null }],
    })
    expect(html).toContain('Follow the label')
    expect(card({ refillsLeft: 0, refillsAllowed: 0 })).toMatch(/Refills left.*>None</)
    expect(html).toContain('Days left not known')
    expect(html.match(/Not known/g)?.length).toBeGreaterThanOrEqual(4)
    expect(html).not.toMatch(/<meter|\$0/)
  })

  test('MP-15 MP-16 a medicine without a name says so, and cannot be requested without its name', () => {
    const show = (name: string) =>
      renderPage(<MedicineCard medicine={{ ...medicine, name }} isFamily={false} onOrder={() => {}} />)
    expect(show(medicine.name)).toContain('Ask for a refill')
    expect(show('')).toContain('do not name it')
    expect(show('')).toContain('Ask your pharmacy for more of it.')
    expect(show('')).not.toContain('Ask for a refill')
  })

  test.each([
    [
      { amount: 2, unit: 'puff', times: 1, every: 4, period: 'hour', asNeeded: true, at: [] },
      'Take 2 puffs every 4 hours, only when you need it.',
    ],
    [
      { amount: 1, unit: 'tablet', times: 2, every: 1, period: 'day', asNeeded: false, at: ['morning', 'bedtime'] },
      'Take 1 tablet 2 times a day, in the morning, at bedtime.',
    ],
    [
      { amount: null, unit: null, times: 1, every: 2, period: 'week', asNeeded: false, at: ['with-meals'] },
      'Take it once every 2 weeks, with meals.',
    ],
  ] as const)('MP-15 a dose in fields becomes a sentence: %#', (dosing, words) => {
    expect(card({ dose: null, dosing: { ...dosing, at: [...dosing.at] } })).toContain(words)
  })

  test('MP-15 LG-1 directions stay as they were written, and a reader of Spanish learns who explains them', () => {
    const written = 'Take 1 tablet by mouth in the morning with food.'
    expect(card({}, 'es')).toContain(written)
    expect(card({}, 'es')).toContain('Así lo escribió quien lo recetó. Su farmacia debe explicárselo en español')
    expect(card({})).not.toContain('This is how it was written')
    const dosing = { amount: 2, unit: 'puff', times: 1, every: 4, period: 'hour', asNeeded: true, at: [] } as const
    expect(card({ dose: null, dosing: { ...dosing, at: [] } }, 'es')).not.toContain('Así lo escribió')
  })

  test('MP-15 the unit of a dose and a fill is in the reader’s language, if the word is known', () => {
    const dosing = { amount: 2, unit: '[puff]', times: 1, every: 4, period: 'hour', asNeeded: false, at: [] } as const
    const html = card(
      { dose: null, dosing: { ...dosing, at: [] }, fills: [{ ...fill, quantityUnit: 'tablets' }] },
      'es',
    )
    expect(html).toContain('Tome 2 inhalaciones')
    expect(html).toContain('tabletas')
    expect(card({ fills: [{ ...fill, quantityUnit: 'ampules' }] }, 'es')).toContain('ampules')
  })

  test('MP-15 a claim that is not decided costs nothing yet, and is not free', () => {
    const html = card({ fills: [{ ...fill, isOpen: true, youCents: null, planCents: null }] })
    expect(html).toContain('Your plan has not decided yet')
  })

  test('MP-15 IM-3 a drug without a name in its file says so wherever its name would be', () => {
    const html = card({ name: '' })
    expect(html.match(/your plan’s records do not name it/g)?.length).toBeGreaterThan(1)
    expect(card({ name: '' }, 'es')).toContain('los datos de su plan no dicen su nombre')
  })

  test('MP-15 used up, and no refills left', () => {
    const html = card({ daysLeft: 0, lastDay: '2029-12-31', refillsLeft: 0, next: 'renew' })
    for (const text of ['Used up', 'It lasted through December 31, 2029', '0 of 3', 'You need a new prescription'])
      expect(html).toContain(text)
  })
})

test.each([
  ['approved', 'Approved'],
  ['denied', 'Not approved'],
  ['pending', 'Waiting for a decision'],
  ['expired', 'Approval ended'],
  ['unknown', 'Status not known'],
] as const)('MP-15 a prior authorization that is %s says so with its days', (state, words) => {
  const html = renderPage(<ApprovalsCard approvals={[{ ...approval, state }]} isFamily={false} />)
  expect(html).toContain(words)
  expect(html).toContain('Valid from Sep 3, 2029 to Sep 2, 2030')
})

test('MP-15 a prior authorization without any date says that there is none', () => {
  const bare = { ...approval, requestedOn: null, decidedOn: null, begins: null, ends: null }
  expect(renderPage(<ApprovalsCard approvals={[bare]} isFamily={false} />)).toContain('has not told us any dates')
})

describe('MP-16 requests to pharmacies in words', () => {
  const [order] = stubs.listMedicines.orders as [OrderData]
  const list = (more: Partial<OrderData>) =>
    renderPage(<OrdersCard orders={[{ ...order, ...more }]} isFamily={false} />)

  test('MP-16 number, pharmacy and state stand there', () => {
    for (const text of ['RX-4KT9-22MD', 'Corner Pharmacy, 12 Main Street', 'In progress', 'is working on it'])
      expect(list({})).toContain(text)
  })

  test('MP-16 an unconfirmed request says so, and a refusal has its reason', () => {
    expect(list({ state: 'sent', unconfirmed: true })).toContain(
      'It has been more than a day, and the pharmacy has not confirmed your request',
    )
    const lapsed = list({ state: 'accepted', unconfirmed: true, lapsed: true })
    for (const text of ['Not confirmed', 'no news from the pharmacy for two weeks']) expect(lapsed).toContain(text)
    expect(list({ state: 'refused', reason: 'needs-visit' })).toContain('Your doctor wants to see you first')
    expect(list({ state: 'refused', reason: 'not-sent' })).toContain('Nothing was sent')
  })

  test('MP-16 only people who may request a refill are offered one, and nobody while a request is open', () => {
    const asks = (more: Partial<Parameters<typeof MedicineCard>[0]>) =>
      renderPage(<MedicineCard medicine={medicine} isFamily={false} {...more} />).includes('Ask for a refill')
    expect([asks({}), asks({ onOrder: () => {} }), asks({ onOrder: () => {}, order })]).toEqual([false, true, false])
  })
})

describe('MP-17 a drug of the list in words', () => {
  test('MP-17 next year’s cost does not mention payments of this year', () => {
    const html = renderPage(<Covered covered={{ ...stubs.coveredDrug, planYear: 2030 } as CoveredData} isAhead />)
    expect(html).toContain('From your plan’s prices for 2030')
    expect(html).not.toContain('so far this year')
  })

  test('MP-17 someone whose plan covers no drugs learns what the plan is for, not that a list is missing', () => {
    const none = { ...stubs.searchFormulary, known: false, drugs: [], nearest: [] }
    const tell = (planKinds: typeof none.planKinds) =>
      renderPage(<Results result={{ ...none, planKinds }} onSearch={() => {}} />)
    expect(tell(['dental'])).toContain('Your plan is a dental plan. It does not cover drugs from a pharmacy.')
    expect(tell(['dental'])).not.toContain('has not sent')
    expect(tell(['medical', 'drug'])).toContain('has not sent us its list')
    // Coverage has ended, or has not begun.
    expect(tell([])).toContain('We know of no plan in effect today.')
    expect(tell([])).not.toContain('has not sent')
  })

  const [drug] = stubs.searchFormulary.drugs
  const renderCovered = (more: Partial<CoveredData>) =>
    renderPage(<Covered covered={{ ...stubs.coveredDrug, ...more }} />)

  test('MP-17 the cost at a pharmacy and by mail, the plan’s requirements, and cheaper alternatives', () => {
    const html = renderCovered({})
    for (const text of ['At a pharmacy, 30 days', '$45.00', 'By mail, 90 days', 'Not known', 'try another drug first'])
      expect(html).toContain(text)
    for (const text of ['Sitagliptin 100 mg, tablet', '$10.00 or less', 'has not said']) expect(html).toContain(text)
    expect(html).not.toContain('$0')
  })

  test('MP-17 if a drug’s price is not known, the plan’s cost sharing shows', () => {
    const at = (days: number, copayCents: number | null, coinsurance: number | null, deductibleApplies: boolean) => ({
      ...({ pharmacy: 'retail', days, cents: null, atMost: false } as const),
      share: { copayCents, coinsurance, deductibleApplies },
    })
    const html = renderCovered({
      costs: [at(30, null, 25, true), at(60, 1_275, null, false), at(90, 15_000, 33, true)],
    })
    for (const text of [
      ...['At a pharmacy, 30 days', '25% of the price, once the deductible is met', '$12.75 copay'],
      '$150.00 copay and 33% of the price, once the deductible is met',
    ])
      expect(html).toContain(text)
    expect(html).not.toContain('Not known')
  })

  test('MP-17 IM-9 if the deductible comes before one part alone, each part says so itself', () => {
    const share = { copayCents: 2_000, coinsurance: 10, deductibleApplies: null, onlyAfter: 'copay' } as const
    const html = renderCovered({ costs: [{ pharmacy: 'retail', days: 30, cents: null, atMost: false, share }] })
    expect(html).toContain('$20.00 copay, once the deductible is met; 10% of the price')
  })

  test('MP-17 the nearest pharmacies of the network with what it costs there', () => {
    const place = { address: '1 Main St', city: 'Pittsburgh', state: 'PA', zip: '15222', phone: null, lat: 0, lon: 0 }
    const html = renderCovered({ pharmacies: [{ ...place, providerId: '1', name: 'Corner Pharmacy', miles: 1.2 }] })
    for (const text of ['Near your home', 'Corner Pharmacy', '1 Main St, Pittsburgh, 1.2 mi away'])
      expect(html).toContain(text)
    expect(html.match(/\$45\.00/g)).toHaveLength(2)
    // The plan's list has one price, which is said once: nothing is compared.
    const several = ['1', '2', '3'].map((providerId) => ({
      ...place,
      providerId,
      name: `Pharmacy ${providerId}`,
      miles: 2,
    }))
    const retail = { pharmacy: 'retail', days: 30, atMost: false, share: null } as const
    const all = renderCovered({
      costs: [{ ...retail, cents: 4_321 }],
      pharmacies: several,
    })
    expect(all.match(/\$43\.21/g)).toHaveLength(2)
    expect(all).toContain('$43.21 at each of them: your plan’s list has one price for all pharmacies.')
    const unknown = renderCovered({ costs: [{ ...retail, cents: null }], pharmacies: several })
    expect(unknown).not.toContain('at each of them')
    const near = renderCovered({ pharmacies: [{ ...place, providerId: '1', name: 'Corner Pharmacy', miles: 0 }] })
    expect(near).toContain('1 Main St, Pittsburgh, in your ZIP code')
    expect(renderCovered({})).not.toContain('Near your home')
  })

  test('MP-17 the page says that nothing is required first only if the list says so', () => {
    const said = { priorAuthorization: false, stepTherapy: false, quantityLimit: false }
    expect(renderCovered(said)).toContain('no approval')
    expect(renderCovered({ ...said, quantityLimit: null })).not.toContain('no approval')
  })

  test('MP-17 an unknown tier shows in the plan’s own word', () => {
    if (drug === undefined) throw new Error('There is no drug.')
    expect(renderPage(<DrugItem drug={drug} planYear={2030} isAhead={false} />)).toContain('Preferred brand')
    expect(
      renderPage(<DrugItem drug={{ ...drug, tier: null, tierName: 'TIER 7' }} planYear={2030} isAhead={false} />),
    ).toContain('TIER 7')
  })
})

test('MP-15 without prior authorizations the page says so, and has no list', () => {
  expect(renderPage(<ApprovalsCard approvals={[]} isFamily={false} />)).not.toContain('role="list"')
})

describe('MP-15 a request for approval that was not approved', () => {
  const denied: ApprovalData = {
    ...approval,
    state: 'denied',
    reasons: ['The notes were not sent'],
    afterDenial: { kind: 'appeal', by: '2030-03-02', daysLeft: 61, step: 'open', program: 'commercial' },
  }
  const show = (more: Partial<ApprovalData>, language: 'en' | 'es' = 'en') =>
    renderPage(<ApprovalsCard approvals={[{ ...denied, ...more }]} isFamily={false} />, { language })

  test('MP-15 says why, and how and by when one can appeal, in both languages', () => {
    for (const text of ['The notes were not sent', 'You can appeal through March 2, 2030: 61 days are left.'])
      expect(show({})).toContain(text)
    expect(show({}, 'es')).toContain('Puede apelar hasta el 2 de marzo de 2030: quedan 61 días.')
    expect(
      show({ afterDenial: { kind: 'appeal', by: '2020-03-02', daysLeft: 0, step: 'over', program: 'commercial' } }),
    ).toContain('ended on')
    expect(
      show({ afterDenial: { kind: 'appeal', by: null, daysLeft: null, step: 'open', program: 'commercial' } }),
    ).toContain('by when')
  })

  test('MP-15 an appeal under way offers no second one; a denied appeal leads outside of the plan', () => {
    const sent = show({ appealedOn: '2030-01-05', afterDenial: null })
    expect(sent).toContain('has not decided it yet')
    expect(sent).not.toContain('You can appeal')
    const lost = show({
      appealOutcome: 'denied',
      afterDenial: { kind: 'review', by: null, daysLeft: null, step: 'open', program: 'commercial' },
    })
    expect(lost).toContain('learn how, and by when')
  })

  test('MP-15 MP-8 after a lost appeal Medicaid leads to the state’s hearing, and Medicare promises nothing to ask for', () => {
    const lose = (program: 'medicare' | 'medicaid', by: string | null, step: 'open' | 'over' = 'open') =>
      show({ appealOutcome: 'denied', afterDenial: { kind: 'review', by, daysLeft: null, step, program } })
    for (const html of [
      lose('medicaid', '2030-07-01'),
      lose('medicaid', null),
      lose('medicaid', '2020-07-01', 'over'),
    ]) {
      expect(html).toContain('your state for a fair hearing')
      expect(html).not.toContain('review')
    }
    expect(lose('medicare', null)).toContain('whether you have to ask for it')
  })

  test('MP-14 MP-15 those that only the patient sees stand apart, and say so', () => {
    expect(show({})).not.toContain('Only you see these')
    expect(show({ sensitive: true })).toContain('Only you see these')
  })

  test('MP-15 documents that the plan waits for are named while it has not decided', () => {
    expect(show({ state: 'pending', afterDenial: null, documents: ['Referral'] })).toContain('Referral')
    expect(show({ documents: ['Referral'] })).not.toContain('Referral')
  })
})
