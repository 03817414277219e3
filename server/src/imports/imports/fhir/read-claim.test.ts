import { describe, expect, test } from 'vitest'
import { readResource } from './read-resource.ts'

const money = (value: number) => ({ value, currency: 'USD' })
const amount = (code: string, value: number) => ({ category: { coding: [{ code }] }, amount: money(value) })
const product = (code: string) => ({
  productOrService: { coding: [{ system: 'http://www.ama-assn.org/go/cpt', code }] },
})
const revenue = (code: string) => ({
  revenue: { coding: [{ system: 'https://www.nubc.org/CodeSystem/RevenueCodes', code }] },
})

function readEob(more: object) {
  const eob = {
    resourceType: 'ExplanationOfBenefit',
    id: 'one',
    status: 'active',
    use: 'claim',
    outcome: 'complete',
    patient: { reference: 'Patient/1' },
    billablePeriod: { start: '2026-03-05' },
    ...more,
  }
  const read = readResource('ExplanationOfBenefit', JSON.stringify(eob), Buffer.alloc(0), '2026-11-26')
  if (read?.type !== 'claim') throw new Error('It was not read as a claim.')
  return read.incoming.read
}

const visit = [amount('submitted', 100), amount('eligible', 60), amount('benefit', 50), amount('memberliability', 10)]
const draw = [amount('submitted', 40), amount('eligible', 20), amount('benefit', 15), amount('memberliability', 5)]
const whole = { billed: 14_000, planPaid: 6_500, share: 1_500, discount: 6_000, addsUp: true }

describe('IM-1 the totals of a claim', () => {
  const said = [
    amount('submitted', 100),
    amount('eligible', 60),
    amount('deductible', 4),
    amount('memberliability', 10),
  ]

  const withWords = ({ category, ...rest }: ReturnType<typeof amount>, text: string) => ({
    ...rest,
    category: { ...category, text },
  })

  test('IM-1 a total repeated for its category counts once, with words or without', () => {
    const worded = said.map((one) => withWords(one, 'As our system calls it'))
    for (const total of [
      [...said, ...said],
      [...said, ...worded],
      [...worded, ...said],
    ])
      expect(readEob({ total }).figures).toMatchObject({ billed: 10_000, deductible: 400, share: 1_000 })
  })

  test.each([
    ['nothing', {}, null],
    ['a line', { item: [{ sequence: 1, ...product('99213'), adjudication: [amount('deductible', 6)] }] }, 600],
    ['the claim’s adjudication', { adjudication: [amount('deductible', 7)] }, 700],
  ])('IM-1 IM-3 two totals of one category contradict each other: %s else says it', (_, more, deductible) => {
    for (const second of [
      amount('deductible', 5),
      amount('deductible', 0),
      withWords(amount('deductible', 5), 'Deductible of drugs'),
    ]) {
      const read = readEob({ total: [...said, second], ...more })
      expect(read.figures).toMatchObject({ billed: 10_000, deductible, share: 1_000 })
      expect(read.others.map(({ cents }) => cents).sort()).toEqual([400, second.amount.value * 100].sort())
    }
  })

  test('IM-1 IM-3 a contradictory share is the sum of its parts, or else unknown', () => {
    const total = [amount('submitted', 100), amount('memberliability', 10), amount('memberliability', 25)]
    expect(readEob({ total }).figures).toMatchObject({ billed: 10_000, share: null })
    expect(readEob({ total: [...total, amount('copay', 25)] }).figures.share).toBe(2_500)
  })

  test('IM-1 amounts with different payer’s own codes are of several categories', () => {
    const buildPart = (code: string, value: number) => ({
      category: { coding: [{ code: 'deductible' }, { code }] },
      amount: money(value),
    })
    const total = [...said, buildPart('NCH_BENE_BLOOD_DDCTBL_LBLTY_AM', 5), buildPart('NCH_BENE_PTB_DDCTBL_AMT', 6)]
    expect(readEob({ total }).figures.deductible).toBe(1_500)
  })

  test('IM-1 totals of two categories with words alone are two', () => {
    const buildWorded = (text: string) => ({ category: { text }, amount: money(7) })
    expect(readEob({ total: [...said, buildWorded('Held back'), buildWorded('Set off')] }).others).toHaveLength(2)
  })
})

describe('IM-1 the lines of a claim', () => {
  test('IM-1 MP-4 totals of several categories with displays alone are several', () => {
    const buildTotal = (display: string, value: number) => ({
      category: { coding: [{ display }] },
      amount: money(value),
    })
    const said = [
      buildTotal('Submitted Amount', 100),
      buildTotal('Deductible Amount', 20),
      buildTotal('Co-Pay Amount', 10),
    ]
    expect(readEob({ total: said })).toMatchObject({
      figures: { billed: 10_000, deductible: 2_000, copay: 1_000 },
      others: [],
    })
  })

  test('IM-3 an amount whose currency is an empty text is in dollars, like one without a currency', () => {
    expect(
      readEob({ total: [{ ...amount('submitted', 5), amount: { value: 5, currency: ' ' } }] }).figures.billed,
    ).toBe(500)
  })

  test.each(['018', '18', '0181', '028'])('IM-1 MP-3 the type of bill %s, of a swing bed, voids nothing', (code) => {
    const said = [{ category: { coding: [{ code: 'typeofbill' }] }, code: { coding: [{ code }] } }]
    expect(readEob({ supportingInfo: said, total: visit }).takesBack).toBeNull()
  })

  test.each(['8', '138', '0188', '188'])('IM-1 MP-3 the type of bill %s voids an earlier claim', (code) => {
    const said = [{ category: { coding: [{ code: 'typeofbill' }] }, code: { coding: [{ code }] } }]
    expect(readEob({ supportingInfo: said, total: visit }).takesBack).not.toBeNull()
  })

  test('IM-1 lines that the payer has added are lines, with their amounts', () => {
    const read = readEob({
      item: [{ sequence: 1, ...product('99213'), adjudication: visit }],
      addItem: [{ itemSequence: [1], ...product('36415'), servicedDate: '2026-03-05', adjudication: draw }],
    })
    expect(read.lines.map(({ code, figures }) => [code, figures.share])).toEqual([
      ['99213', 1_000],
      ['36415', 500],
    ])
    expect(read.figures).toMatchObject(whole)
  })

  describe('IM-1 lines that the payer has added in place of one on the bill', () => {
    const refused = [
      amount('submitted', 100),
      amount('eligible', 0),
      amount('benefit', 0),
      amount('memberliability', 0),
    ]
    const denial = {
      category: { coding: [{ code: 'benefitpaymentstatus' }] },
      reason: { coding: [{ code: 'denied' }] },
    }
    const why = { category: { coding: [{ code: 'denialreason' }] }, reason: { coding: [{ code: '97' }] } }
    const billed = { sequence: 1, ...product('99215'), adjudication: [...refused, denial, why] }
    const other = { sequence: 2, ...product('36415'), adjudication: draw }
    const instead = (adjudication: object[], more: object = { itemSequence: [1] }) => ({
      ...product('99213'),
      adjudication,
      ...more,
    })
    const listShares = ({ lines }: ReturnType<typeof readEob>) =>
      lines.map(({ code, denied, figures }) => [code, denied, figures.billed, figures.share])

    test('IM-1 MP-4 with its charge again, count once, and nothing of the bill’s line is denied', () => {
      const read = readEob({ item: [billed, other], addItem: [instead(visit)] })
      expect(read.figures).toMatchObject(whole)
      expect(listShares(read)).toEqual([
        ['99215', false, null, null],
        ['36415', false, 4_000, 500],
        ['99213', false, 10_000, 1_000],
      ])
      expect(read.lines[0]?.reasons).toEqual([{ code: '97', text: null }])
    })

    test('IM-1 MP-4 with its charge in several parts, count once', () => {
      const half = [
        amount('submitted', 50),
        amount('eligible', 30),
        amount('benefit', 25),
        amount('memberliability', 5),
      ]
      expect(readEob({ item: [billed, other], addItem: [instead(half), instead(half)] }).figures).toMatchObject(whole)
    })

    test('IM-1 MP-4 without a charge, have that of a line with nothing else', () => {
      const bare = { sequence: 1, ...product('99215'), adjudication: [amount('submitted', 100)] }
      const read = readEob({ item: [bare, other], addItem: [instead(visit.slice(1))] })
      expect(read.figures).toMatchObject(whole)
      expect(listShares(read).at(-1)).toEqual(['99213', false, 10_000, 1_000])
    })

    test('IM-1 MP-4 in place of a detail, count once', () => {
      const detail = [
        { sequence: 7, ...product('A'), adjudication: refused },
        { sequence: 8, ...product('B'), adjudication: draw },
      ]
      const addItem = [instead(visit, { itemSequence: [1], detailSequence: [7] })]
      expect(readEob({ item: [{ sequence: 1, ...product('99215'), detail }], addItem }).figures).toMatchObject(whole)
    })

    test.each([
      ['is of another charge', [billed], [instead([amount('submitted', 30), ...visit.slice(1)])], 13_000],
      ['is added to a line that is paid', [{ ...billed, adjudication: visit }], [instead(visit)], 20_000],
      ['names no line of the bill', [billed], [instead(visit, { itemSequence: [9] })], 20_000],
      ['names none', [billed], [instead(visit, {})], 20_000],
      ['is added to a line that is denied', [billed], [instead(visit.slice(1))], null],
    ])('IM-1 MP-4 one that %s counts beside those of the bill', (_, item, addItem, sum) => {
      const read = readEob({ item, addItem })
      expect([read.figures.billed, read.lines[0]?.figures.billed]).toEqual([sum, 10_000])
    })
  })

  test('IM-1 a total line with revenue code 0001 is not a line, and is not added to what it totals', () => {
    for (const code of ['0001', '001', '1']) {
      const read = readEob({
        item: [
          { sequence: 1, ...revenue('0450'), adjudication: visit },
          { sequence: 2, ...revenue('0300'), adjudication: draw },
          { sequence: 3, ...revenue(code), adjudication: [amount('submitted', 140)] },
        ],
      })
      expect(read.lines.map((line) => line.code)).toEqual(['0450', '0300'])
      expect(read.figures).toMatchObject(whole)
    }
  })

  test('IM-1 MP-4 a total line may have its code in place of the service, or be within a line', () => {
    const asService = {
      productOrService: { coding: [{ system: 'https://www.nubc.org/CodeSystem/RevenueCodes', code: '0001' }] },
    }
    const total = [
      amount('submitted', 140),
      amount('eligible', 80),
      amount('benefit', 65),
      amount('memberliability', 15),
    ]
    const lines = [
      { sequence: 1, ...revenue('0450'), adjudication: visit },
      { sequence: 2, ...revenue('0300'), adjudication: draw },
    ]
    const read = readEob({ item: [...lines, { sequence: 3, ...asService, adjudication: total }] })
    expect(read.lines.map((line) => line.code)).toEqual(['0450', '0300'])
    expect(read.figures).toMatchObject(whole)
    for (const place of [revenue('0001'), asService]) {
      const detail = [...lines, { sequence: 3, ...place, adjudication: total }]
      expect(readEob({ item: [{ sequence: 1, ...revenue('0450'), detail }] }).figures).toMatchObject(whole)
      const inner = [{ sequence: 1, ...revenue('0450'), subDetail: detail }]
      expect(readEob({ item: [{ sequence: 1, ...revenue('0450'), detail: inner }] }).figures).toMatchObject(whole)
    }
    // A service whose own number happens to be the same is still a service.
    const own = { productOrService: { coding: [{ system: 'https://plan.example/services', code: '1' }] } }
    expect(readEob({ item: [...lines, { sequence: 3, ...own, adjudication: visit }] }).lines).toHaveLength(3)
  })

  test.each<[object, string, string]>([
    [{ billablePeriod: { start: '2026-03', end: '2026-03' } }, '2026-03-01', '2026-03-31'],
    [{ billablePeriod: { start: '2026-02' } }, '2026-02-01', '2026-02-28'],
    [
      { billablePeriod: { start: '2026' }, item: [{ sequence: 1, servicedDate: '2026-05-06' }] },
      '2026-05-06',
      '2026-05-06',
    ],
  ])('IM-1 MP-3 %j: the day of the decision is not a day of care', (more, serviceFrom, serviceTo) => {
    expect(readEob({ created: '2026-06-20', ...more })).toMatchObject({ serviceFrom, serviceTo })
  })

  test.each([
    '2026-06-20T10:00:00',
    '2026-06-20 10:00:00',
    '2026-06-20T10:00:00.123+0000',
    ' 2026-06-20T10:00:00-05:00 ',
    '2026-06-20',
  ])('IM-1 MP-3 the moment %j counts as its day, as other systems write it', (created) => {
    expect(readEob({ created }).processedOn).toBe('2026-06-20')
  })

  test('IM-1 an empty text is not a day, and costs no claim', () => {
    expect(
      readEob({ created: '', payment: { date: '' }, billablePeriod: { start: '2026-03-05', end: '' } }),
    ).toMatchObject({
      ...{ processedOn: null, paidOn: null, serviceTo: '2026-03-05' },
    })
  })

  test('IM-1 MP-4 a contained provider without a name is known by NPI, also behind a role', () => {
    const npi = { system: 'http://hl7.org/fhir/sid/us-npi', value: '1300000019' }
    const person = { resourceType: 'Practitioner', id: 'p', identifier: [{ system: 'urn:x', value: '7' }, npi] }
    const role = (practitioner: object) => ({ resourceType: 'PractitionerRole', id: 'r', practitioner })
    const find = (reference: string, contained: object[]) => readEob({ contained, provider: { reference } }).provider
    const known = readEob({ provider: { identifier: npi } }).provider
    expect(known.id).not.toBeNull()
    expect(find('#p', [person])).toEqual(known)
    expect(find('#r', [role({ reference: '#p' }), person])).toEqual(known)
    expect(find('#r', [role({ identifier: npi })])).toEqual(known)
    expect(find('#p', [{ ...person, name: [{ text: 'Jo Doe' }] }])).toEqual({ id: null, name: 'Jo Doe' })
    expect(find('#p', [{ ...person, identifier: [] }])).toEqual({ id: null, name: null })
  })

  test.each(['o', '#o'])('IM-1 MP-4 the provider contained as %s is named', (id) => {
    const contained = [{ resourceType: 'Organization', id, name: 'Harbor Clinic' }]
    expect(readEob({ contained, provider: { reference: '#o' } }).provider.name).toBe('Harbor Clinic')
  })

  test.each(['N/A', 'n/a', 'UNKNOWN', '-', ' '])(
    'IM-3 MP-4 a provider or a service named “%s” has no name',
    (display) => {
      const read = readEob({
        provider: { display },
        facility: { reference: 'Location/1', display },
        item: [{ sequence: 1, productOrService: { coding: [{ code: '99213', display }], text: display } }],
      })
      expect([read.provider, read.facility, read.lines[0]?.description]).toEqual([
        { id: null, name: null },
        { id: '1', name: null },
        null,
      ])
    },
  )

  test('IM-1 MP-4 amounts that only the lines state are the claim’s, if all lines have them', () => {
    const fill = [amount('submitted', 90), amount('paidtoprovider', 60), amount('memberliability', 20)]
    const read = readEob({
      type: { coding: [{ code: 'pharmacy' }] },
      item: [
        { sequence: 1, ...product('A'), adjudication: [...fill, amount('coinsurance', 20)] },
        { sequence: 2, ...product('B'), adjudication: fill },
      ],
    })
    expect(read.figures).toMatchObject({
      billed: 18_000,
      planPaid: 12_000,
      share: 4_000,
      coinsurance: null,
      addsUp: true,
    })
    expect(read.lines.map(({ figures }) => figures.coinsurance)).toEqual([2_000, null])
  })

  test('IM-1 MP-4 an amount that only the total states is the claim’s, and no line’s', () => {
    const read = readEob({
      total: [amount('memberliability', 25), amount('paidtopatient', 30)],
      item: [{ sequence: 1, ...product('A'), adjudication: [amount('submitted', 55)] }],
    })
    expect(read.figures).toMatchObject({ billed: 5_500, planPaid: 3_000, share: 2_500 })
    expect(read.lines[0]?.figures).toMatchObject({ billed: 5_500, planPaid: null, share: null })
  })

  test('IM-3 MP-10 a balance in another currency is unknown, and costs no claim', () => {
    const deductible = (allowedMoney: object, usedMoney: object) => ({
      type: { coding: [{ code: 'benefit' }], text: 'Deductible' },
      ...{ allowedMoney, usedMoney },
    })
    const listBalances = (...financial: object[]) =>
      readEob({ benefitBalance: [{ category: { coding: [{ code: '30' }], text: 'Deductible' }, financial }] }).balances
    expect(listBalances(deductible({ value: 500, currency: 'EUR' }, money(120)))).toMatchObject([
      { limitCents: null, usedCents: 12_000 },
    ])
    expect(listBalances(deductible({ value: 500, currency: 'EUR' }, { value: 1, currency: 'CAD' }))).toEqual([])
  })

  test('IM-3 an amount in another currency is refused with its place, and never taken for dollars', () => {
    const other = { category: { coding: [{ code: 'submitted' }] }, amount: { value: 100, currency: 'EUR' } }
    expect(() => readEob({ total: [other] })).toThrow('is not in US dollars')
  })

  test('IM-1 MP-4 several entries of one category on a line add up, negative ones too', () => {
    const entries = [
      amount('benefit', 50),
      amount('benefit', -20),
      amount('submitted', 40),
      amount('memberliability', 10),
    ]
    const read = readEob({ item: [{ sequence: 1, ...product('A'), adjudication: entries }] })
    expect(read.figures).toMatchObject({ billed: 4_000, planPaid: 3_000, share: 1_000, addsUp: true })
  })

  test('IM-1 MP-4 a claim with negative amounts takes an earlier one back, and is no debt', () => {
    const read = readEob({
      total: [amount('submitted', -100), amount('benefit', -60), amount('memberliability', -40)],
    })
    expect([read.takesBack, read.figures.share]).toEqual([{ billed: 10_000, planPaid: 6_000, share: 4_000 }, 0])
  })

  test.each([
    ['2024', '2024-01-01', '2024-12-31'],
    ['2024-06', '2024-06-01', '2024-06-30'],
  ])(
    'IM-1 IM-3 a claim whose care is only known as %s has all its days, or the day of a line',
    (start, serviceFrom, serviceTo) => {
      expect(readEob({ billablePeriod: { start } })).toMatchObject({ serviceFrom, serviceTo })
      const line = { sequence: 1, ...product('A'), servicedDate: '2024-06-03' }
      expect(readEob({ billablePeriod: { start }, item: [line] }).serviceFrom).toBe('2024-06-03')
    },
  )

  test('IM-1 an invalid moment of the last change costs no claim', () => {
    expect(readEob({ meta: { lastUpdated: 'IGNORED_FIELD' } }).serviceFrom).toBe('2026-03-05')
  })

  test('IM-1 a moment is the day in its writer’s time zone', () => {
    const read = readEob({ billablePeriod: { start: '2026-03-05T23:30:00-05:00', end: '2026-03-06T00:10:00-05:00' } })
    expect([read.serviceFrom, read.serviceTo]).toEqual(['2026-03-05', '2026-03-06'])
  })

  test('IM-3 an element that is absent for a reason counts as missing, and costs nothing else', () => {
    const absent = {
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }],
    }
    const read = readEob({
      provider: absent,
      _created: absent,
      payment: { ...absent, _date: absent },
      total: [
        { category: { coding: [{ code: 'submitted' }] }, amount: { ...absent, currency: 'USD' } },
        amount('memberliability', 5),
      ],
      item: [{ sequence: 1, productOrService: { ...absent } }],
    })
    expect(read).toMatchObject({ provider: { name: null }, processedOn: null, paidOn: null })
    expect(read.figures).toMatchObject({ billed: null, planPaid: null, share: 500 })
    expect(read.lines[0]).toMatchObject({ code: null, description: null })
  })

  test.each([
    ['the member', 150],
    ['the provider', 0],
  ])('IM-1 MP-7 a line with nothing covered is denied when %s bears it', (_, owed) => {
    const none = [amount('submitted', 150), amount('noncovered', 150), amount('benefit', 0)]
    const read = readEob({
      item: [
        { sequence: 1, ...product('99213'), adjudication: [...none, amount('memberliability', owed)] },
        { sequence: 2, ...product('36415'), adjudication: draw },
      ],
    })
    expect(read.lines.map(({ denied, figures }) => [denied, figures.share])).toEqual([
      [true, owed * 100],
      [false, 500],
    ])
  })

  test('IM-1 a claim without its own period lasts until the last of its lines ends', () => {
    const servicedPeriod = { start: '2026-03-05', end: '2026-03-12' }
    const items = [
      { sequence: 1, servicedPeriod },
      { sequence: 2, servicedDate: '2026-03-07' },
    ]
    const read = readEob({ billablePeriod: undefined, item: items })
    expect([read.serviceFrom, read.serviceTo]).toEqual(['2026-03-05', '2026-03-12'])
  })

  test('IM-1 half a cent rounds away from zero, so that a reversal has the same cents', () => {
    const read = (value: number) => readEob({ total: [amount('submitted', value)] }).figures.billed
    expect([1.005, 2.675, 0.1 + 0.2, 0.0049].map(read)).toEqual([101, 268, 30, 0])
    const lines = readEob({ item: [{ sequence: 1, adjudication: [amount('deductible', -1.005)] }] }).lines
    expect(lines.map(({ others }) => others.map(({ cents }) => cents))).toEqual([[-101]])
  })

  test('IM-1 a line with that code that totals nothing is a line', () => {
    expect(readEob({ item: [{ sequence: 1, ...revenue('0001'), adjudication: visit }] }).lines).toHaveLength(1)
  })

  test.each([
    ['professional', ['82', 'DME', 'institutional']],
    ['institutional', ['10', 'HHA', 'professional']],
    // IM-1: an unknown type does not make a hospital claim.
    ['unknown', ['something-else']],
    ['pharmacy', ['PDE', 'pharmacy']],
    ['oral', ['oral']],
  ])('IM-1 CMS’s own type of a claim takes precedence: %s', (type, codes) => {
    expect(readEob({ type: { coding: codes.map((code) => ({ code })) } }).type).toBe(type)
  })

  test('IM-1 a total line supplies what the lines leave out', () => {
    const read = readEob({
      item: [
        { sequence: 1, ...revenue('0450') },
        { sequence: 2, ...revenue('0001'), adjudication: visit },
      ],
    })
    expect(read.lines).toHaveLength(1)
    expect(read.figures).toMatchObject({ billed: 10_000, planPaid: 5_000, share: 1_000 })
  })

  test.each(['item', 'addItem'])('IM-1 details of an %s are not added to the line that sums them up', (list) => {
    const detail = [
      { sequence: 1, adjudication: visit },
      { sequence: 2, subDetail: [{ sequence: 1, adjudication: draw }] },
    ]
    const summed = [
      amount('submitted', 140),
      amount('eligible', 80),
      amount('benefit', 65),
      amount('memberliability', 15),
    ]
    for (const adjudication of [summed, []]) {
      const read = readEob({ [list]: [{ sequence: 1, ...product('99213'), adjudication, detail }] })
      expect(read.lines.map(({ figures }) => figures.share)).toEqual([1_500])
      expect(read.figures).toMatchObject(whole)
    }
  })
})

test.each([
  // Blue Button 1, BCDA v1 and AB2D v1.
  { totalCost: money(100), item: [{ sequence: 1, service: { coding: [{ code: '99213' }] }, adjudication: visit }] },
  { item: [{ sequence: 1, careTeamLinkId: [1] }] },
  { information: [{ sequence: 1, category: { coding: [{ code: 'info' }] } }] },
  // Synthea's DSTU2.
  { organizationReference: { reference: 'Organization/1' } },
])('IM-1 IM-3 a claim in FHIR before R4 is skipped with its reason, and not half read: %j', (more) => {
  expect(() => readEob(more)).toThrow('is of FHIR STU3 or DSTU2: only R4 is read')
})

test.each([
  ['Claim denied', null, true],
  ['DENIED - not a covered benefit', 0, true],
  ['Rejected', null, true],
  ['Claim denied', 80, false],
  ['Denied claims may be appealed within 180 days', 0, false],
  ['Claim settled as per contract.', null, false],
] as const)(
  'IM-1 MP-8 an outcome in words alone, %s, denies a claim of which the plan pays %j: %j',
  (disposition, paid, denied) => {
    const payment = paid === null ? {} : { payment: { amount: money(paid) } }
    const read = readEob({ disposition, outcome: 'complete', item: [], total: [], ...payment })
    expect([read.denied, read.notes]).toEqual([denied, [disposition]])
  },
)

test('IM-1 a prescription of Blue Button 2 has its costs, and gross drug costs are no share of it', () => {
  const exact = (general: string, name: string, value: number) => ({
    category: {
      coding: [{ code: general }, { code: `https://bluebutton.cms.gov/resources/variables/${name}`, display: name }],
    },
    amount: money(value),
  })
  const read = readEob({
    type: { coding: [{ code: 'pharmacy' }] },
    item: [
      {
        sequence: 1,
        adjudication: [
          exact('benefit', 'cvrd_d_plan_pd_amt', 80),
          exact('coinsurance', 'gdc_blw_oopt_amt', 120),
          exact('coinsurance', 'gdc_abv_oopt_amt', 0),
          exact('paidbypatient', 'ptnt_pay_amt', 40),
          exact('priorpayerpaid', 'othr_troop_amt', 0),
          exact('discount', 'lics_amt', 0),
          exact('priorpayerpaid', 'plro_amt', 0),
          exact('drugcost', 'tot_rx_cst_amt', 120),
          exact('discount', 'rptd_gap_dscnt_num', 0),
        ],
      },
    ],
    total: [amount('drugcost', 120)],
  })
  expect(read.figures).toMatchObject({ billed: 12_000, planPaid: 8_000, share: 4_000, coinsurance: null, addsUp: true })
  expect(read.lines[0]?.others).toContainEqual({ text: 'gdc_blw_oopt_amt', cents: 12_000 })
})

test('IM-1 an amount in single precision costs no claim, and is the cents that it stands for', () => {
  for (const cents of [1, 1_099, 123_456, 7_731_447, 42_462_741]) {
    const read = readEob({ total: [amount('submitted', Math.fround(cents / 100))] })
    expect(read.figures.billed).toBe(cents)
  }
})

test.each([
  // Sums of binary numbers, as generators write them.
  [103.91999999999999, 10_392],
  [12.34567, 1235],
  [12.344996, 1234],
  [1.005, 101],
  [1.2e2, 12_000],
  [1.4210854715202004e-14, 0],
  [12.34567890123, 1235],
])('IM-1 an amount with any number of decimals, %d, counts to the cent, half a cent away from zero', (value, cents) => {
  const read = readEob({ total: [amount('submitted', value)], item: [] })
  expect(read.figures.billed).toBe(cents)
})

test('IM-1 MP-4 amounts with noise add up like those without', () => {
  const noisy = readEob({ total: [amount('submitted', 103.91999999999999), amount('benefit', 83.13599999999997)] })
  const plain = readEob({ total: [amount('submitted', 103.92), amount('benefit', 83.14)] })
  expect(noisy.figures).toEqual(plain.figures)
})

describe('IM-1 a hospital claim of Blue Button 3', () => {
  const cms = 'https://bluebutton.cms.gov/fhir/CodeSystem'
  const entry = (system: string, general: string | null, code: string, value: number) => ({
    type: { coding: [{ system: `${cms}/${system}`, code }] },
    category: {
      coding: [...(general === null ? [] : [{ code: general }]), { system: `${cms}/${system}`, code }],
    },
    amount: money(value),
    usedMoney: money(value),
  })
  const total = [
    entry('Adjudication', 'submitted', 'CLM_SBMT_CHRG_AMT', 9_000),
    entry('Adjudication', 'paidbypatient', 'CLM_BENE_PMT_AMT', 0),
    entry('Adjudication', 'paidtoprovider', 'CLM_PRVDR_PMT_AMT', 0),
  ]
  const balance = (code: string, value: number) => entry('Benefit-Balance', null, code, value)
  const claim = (financial: readonly object[]) =>
    readEob({
      type: { coding: [{ code: 'institutional' }] },
      total,
      payment: { amount: money(3_500) },
      benefitBalance: [{ category: { coding: [{ code: '1' }] }, financial }],
    })

  test('IM-1 its deductible and coinsurance are among the balances, some twice, and its payment beside them', () => {
    const twice = balance('CLM_MDCR_DDCTBL_AMT', 170)
    const read = claim([
      twice,
      balance('CLM_MDCR_COINSRNC_AMT', 98.5),
      balance('CLM_BLOOD_LBLTY_AMT', 12),
      balance('CLM_NCVRD_CHRG_AMT', 20),
      balance('CLM_MDCR_INSTNL_PRMRY_PYR_AMT', 50),
      balance('CLM_OPRTNL_IME_AMT', 123.14),
      { type: { coding: [{ system: `${cms}/Benefit-Balance`, code: 'CLM_MDCR_IP_LRD_USE_CNT' }] }, usedUnsignedInt: 3 },
      twice,
    ])
    expect(read.figures).toMatchObject({
      billed: 900_000,
      planPaid: 350_000,
      otherPaid: 5_000,
      deductible: 18_200,
      coinsurance: 9_850,
      notCovered: 2_000,
      share: 30_050,
    })
    expect(read.others.map(({ cents }) => cents)).toEqual([12_314, 0])
  })

  test('IM-1 amounts in the totals are not counted again, and a zero for one kind of deductible hides no other', () => {
    const read = claim([
      balance('CLM_SBMT_CHRG_AMT', 9_000),
      balance('CLM_MDCR_DDCTBL_AMT', 0),
      balance('CLM_MDCR_IP_BENE_DDCTBL_AMT', 1_632),
    ])
    expect(read.figures).toMatchObject({ billed: 900_000, planPaid: 350_000, deductible: 163_200, share: 163_200 })
  })

  test('IM-1 a balance of the year’s benefit is still no amount of a claim', () => {
    const used = { type: { coding: [{ code: 'deductible' }] }, usedMoney: money(900) }
    expect(claim([used]).figures).toMatchObject({ planPaid: 350_000, deductible: null })
  })
})

test('IM-1 MP-3 a revenue code without its leading zero is the same code', () => {
  const line = (code: string) => ({ sequence: 1, ...revenue(code), adjudication: visit })
  const read = (code: string) => readEob({ type: { coding: [{ code: 'institutional' }] }, item: [line(code)] })
  expect(read('450').category).toBe('emergency')
  expect(read('450').lines[0]?.code).toBe('0450')
  expect(read('110').lines).toEqual(read('0110').lines)
})

test('IM-1 MP-4 a payment above the allowed amount makes no negative share', () => {
  const paid = [amount('submitted', 120), amount('eligible', 100), amount('benefit', 130)]
  expect(readEob({ total: paid, item: [{ sequence: 1, ...product('99213'), adjudication: paid }] })).toMatchObject({
    figures: { share: null },
    lines: [{ figures: { share: null, unexplained: null } }],
  })
  const split = [...paid, amount('deductible', 0), amount('coinsurance', 7)]
  expect(readEob({ total: split }).figures.share).toBe(700)
})

test('IM-1 MP-8 statuses of CARIN’s first edition determine the network, and are no reasons', () => {
  const status = (category: string, code: string) => ({
    category: { coding: [{ code: category }] },
    reason: { coding: [{ code }] },
  })
  const read = readEob({
    adjudication: [status('inoutnetwork', 'outofnetwork'), status('billingnetworkcontractingstatus', 'contracted')],
    item: [
      { ...product('99213'), adjudication: [status('renderingnetworkcontractingstatus', 'noncontracted'), ...visit] },
    ],
    total: visit,
  })
  expect(read).toMatchObject({ network: 'out', reasons: [], lines: [{ reasons: [] }] })
})

test('IM-1 MP-4 a network that CARIN’s first edition writes as the category of a total or a line is a network, and no amount', () => {
  const status = (code: string, value?: number) => ({
    category: {
      coding: [{ system: 'http://hl7.org/fhir/us/carin-bb/CodeSystem/C4BBPayerAdjudicationStatus', code }],
    },
    ...(value !== undefined && { amount: money(value) }),
  })
  const line = (code: string) => ({ ...product('99213'), adjudication: [...visit, status(code)] })
  const read = readEob({ total: [...visit, status('innetwork', 0)], item: [line('outofnetwork')] })
  expect(read).toMatchObject({ network: 'in', others: [], reasons: [], lines: [{ others: [], reasons: [] }] })
  expect(readEob({ total: visit, item: [line('outofnetwork')] }).network).toBe('out')
  expect(readEob({ total: [...visit, status('other', 0)], item: [line('other')] })).toMatchObject({
    network: null,
    others: [],
  })
  // A category that states the network by its reason comes first.
  const billing = {
    category: { coding: [{ code: 'benefitpaymentstatus' }] },
    reason: { coding: [{ code: 'innetwork' }] },
  }
  expect(readEob({ adjudication: [billing], item: [line('outofnetwork')] }).network).toBe('in')
})

describe('IM-1 notes of a claim', () => {
  test('IM-1 MP-8 an outcome as a code, as CMS writes it, is not a note; words are', () => {
    expect(readEob({ disposition: '01' }).notes).toEqual([])
    expect(readEob({ disposition: 'Settled' }).notes).toEqual(['Settled'])
  })

  const readNotes = (processNote: object[], noteNumber: number[] = []) => {
    const read = readEob({ processNote, item: [{ sequence: 1, ...product('99213'), noteNumber }] })
    return { notes: read.notes, ofLine: read.lines[0]?.notes }
  }

  test('IM-1 notes without a number, and two languages of one number, are all kept', () => {
    expect(readNotes([{ text: 'One.' }, { text: 'Two.' }]).notes).toEqual(['One.', 'Two.'])
    expect(
      readNotes(
        [
          { number: 1, text: 'One.' },
          { number: 1, text: 'Uno.' },
          { number: 2, text: 'Two.' },
        ],
        [1],
      ),
    ).toEqual({
      notes: ['One.', 'Uno.', 'Two.'],
      ofLine: ['One.', 'Uno.'],
    })
    expect(
      readNotes([
        { number: 1, text: 'One.' },
        { number: 2, text: ' One. ' },
      ]).notes,
    ).toEqual(['One.'])
  })
})

describe('IM-1 MP-8 details of a line', () => {
  const status = (category: string, code: string) => ({
    category: { coding: [{ code: category }] },
    reason: { coding: [{ code }] },
  })
  const denied = { adjudication: [status('benefitpaymentstatus', 'denied'), status('denialreason', '96')] }
  const paid = { adjudication: [amount('submitted', 40), amount('benefit', 30)] }
  const readLine = (more: object, list = 'item') =>
    readEob({ [list]: [{ ...product('99213'), ...more }], processNote: [{ number: 7, text: 'Seven.' }] })

  test.each(['item', 'addItem'])(
    'IM-1 MP-8 reasons, notes and the network of the details of an %s are the line’s',
    (list) => {
      const out = { adjudication: [status('benefitpaymentstatus', 'outofnetwork'), status('adjustmentreason', '45')] }
      for (const detail of [[{ ...out, noteNumber: [7] }], [{ subDetail: [{ ...out, noteNumber: [7] }] }]])
        expect(readLine({ detail }, list)).toMatchObject({
          network: 'out',
          lines: [{ denied: false, reasons: [{ code: '45', text: null }], notes: ['Seven.'] }],
        })
    },
  )

  test('IM-1 MP-8 a line is denied if all of its details are, and not if one of them is paid', () => {
    for (const [detail, isDenied] of [
      [[denied], true],
      [[denied, { subDetail: [denied, denied] }], true],
      [[denied, paid], false],
      [[denied, { subDetail: [denied, paid] }], false],
    ] as const)
      expect(readLine({ detail }).lines[0]).toMatchObject({ denied: isDenied, reasons: [{ code: '96', text: null }] })
  })
})

test.each(['1', -1, 1.5, null, { value: 1 }])('IM-1 IM-3 a note number that is %j costs no claim', (number) => {
  const read = readEob({
    ...{ item: [{ ...product('99213'), noteNumber: [number], adjudication: visit }] },
    processNote: [{ number, text: 'One.' }],
  })
  expect(read).toMatchObject({ notes: ['One.'], figures: { billed: 10_000 } })
})

test.each(['00000000000', '00000-0000-00', '0000'])(
  'IM-1 MP-15 a code of zeros, such as %s, names no drug and no service',
  (code) => {
    const coding = [{ system: 'http://hl7.org/fhir/sid/ndc', code }]
    expect(readEob({ item: [{ productOrService: { coding } }] }).lines[0]).toMatchObject({
      code: null,
      description: null,
    })
    const readDrug = (more: object) => {
      const order = { resourceType: 'MedicationRequest', id: '1', subject: { reference: 'Patient/1' } }
      const text = JSON.stringify({ ...order, medicationCodeableConcept: { coding }, ...more })
      return readResource('MedicationRequest', text, Buffer.alloc(0), '2026-11-26').incoming.read
    }
    expect(readDrug({ medicationReference: { reference: 'Medication/1' } })).toMatchObject({ drug: null, drugId: '1' })
    expect(readDrug({})).toMatchObject({ drug: { name: '', ndc: null }, drugId: null })
  },
)

test.each([
  [{ value: 75, unit: 'min', system: 'http://unitsofmeasure.org', code: 'min' }, null],
  [{ value: 75, unit: 'Minutes' }, null],
  [{ value: 75, code: 'MJ' }, null],
  [{ value: 5, unit: 'units', code: 'UN' }, 5],
  [{ value: 5, unit: 'Unit', system: 'http://unitsofmeasure.org', code: '{unit}' }, 5],
  [{ value: 5 }, 5],
])('IM-1 MP-6 a quantity of %j is a count of %s: minutes of an anesthesia are no units', (quantity, count) => {
  expect(readEob({ item: [{ ...product('00810'), quantity }] }).lines[0]?.quantity).toBe(count)
})

test('IM-1 MP-6 a negative quantity of a service, and a zero, are no count', () => {
  for (const [value, quantity] of [
    [-1, null],
    [0, null],
    [0.5, 0.5],
    [3, 3],
  ] as const)
    expect(readEob({ item: [{ ...product('99213'), quantity: { value } }] }).lines[0]?.quantity).toBe(quantity)
})

describe('IM-1 claims with words in place of codes', () => {
  const status = (category: string, text: string) => ({ category: { coding: [{ code: category }] }, reason: { text } })

  test('IM-1 a network and a denial count by their words without a code', () => {
    expect(readEob({ adjudication: [status('billingnetworkstatus', 'Out of Network')] }).network).toBe('out')
    expect(readEob({ adjudication: [status('benefitpaymentstatus', 'In-Network')] }).network).toBe('in')
    expect(readEob({ adjudication: [status('benefitpaymentstatus', 'Denied')] }).denied).toBe(true)
    expect(readEob({ adjudication: [status('benefitpaymentstatus', 'Other')] })).toMatchObject({
      network: null,
      denied: false,
    })
  })

  test('IM-1 a reason is its code, not the group code that X12 writes before it', () => {
    const coding = [
      { system: 'https://x12.org/codes/claim-adjustment-group-codes', code: 'PR' },
      { system: 'https://x12.org/codes/claim-adjustment-reason-codes', code: '1' },
    ]
    const adjudication = [{ category: { coding: [{ code: 'adjustmentreason' }] }, reason: { coding } }]
    expect(readEob({ adjudication }).reasons).toEqual([{ code: '1', text: null }])
  })
})

test('IM-1 a claim number in force counts before an old one, and a blank one is ignored', () => {
  const unique = { type: { coding: [{ code: 'uc' }] } }
  const read = readEob({
    identifier: [
      { ...unique, use: 'old', value: 'A' },
      { ...unique, value: ' B ' },
    ],
  })
  expect(read).toMatchObject({ claimNumber: 'B', names: ['A'] })
  expect(readEob({ identifier: [{ ...unique, value: ' ' }] }).claimNumber).toBe('one')
})

describe('IM-1 use of a year’s limits', () => {
  const balance = (category: object | undefined, used: number) => ({
    ...(category !== undefined && { category }),
    unit: { coding: [{ code: 'individual' }] },
    term: { coding: [{ code: 'annual' }] },
    financial: [{ type: { coding: [{ code: 'deductible' }] }, allowedMoney: money(500), usedMoney: money(used) }],
  })
  const of = (code: string) => ({
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/ex-benefitcategory', code }],
  })
  const listUsed = (more: object) => readEob(more).balances.map(({ usedCents }) => usedCents)

  test('IM-1 MP-7 the limit of one kind of care is not the plan’s', () => {
    const [whole, teeth] = [balance(of('30'), 100), balance(of('35'), 50)]
    expect(listUsed({ benefitBalance: [whole, teeth] })).toEqual([10_000])
    expect(listUsed({ benefitBalance: [teeth, whole] })).toEqual([10_000])
    expect(listUsed({ benefitBalance: [teeth] })).toEqual([])
    expect(listUsed({ benefitBalance: [teeth], type: { coding: [{ code: 'oral' }] } })).toEqual([5_000])
    expect(listUsed({ benefitBalance: [balance(of('69'), 20), balance(undefined, 30)] })).toEqual([3_000])
    expect(listUsed({ benefitBalance: [balance({ coding: [{ system: 'urn:payer', code: 'X9' }] }, 40)] })).toEqual([
      4_000,
    ])
  })

  test('IM-1 MP-7 a negative amount is not use', () => {
    expect(listUsed({ benefitBalance: [balance(of('30'), -100)] })).toEqual([null])
  })

  test('IM-1 MP-7 a copay of a service, and a benefit that the plan excludes, are no yearly limit, whatever the balance’s name', () => {
    const named = {
      ...balance(of('30'), 100),
      name: 'Deductible, copays and out-of-pocket maximum',
    }
    const financial = ['copay', 'copay-maximum', 'copay-percent', 'visit'].map((code) => ({
      type: { coding: [{ code }] },
      allowedMoney: money(20),
    }))
    expect(readEob({ benefitBalance: [{ ...named, financial: [...financial, ...named.financial] }] }).balances).toEqual(
      [{ kind: 'deductible', network: 'in', holder: 'person', limitCents: 50_000, usedCents: 10_000 }],
    )
    expect(listUsed({ benefitBalance: [{ ...balance(of('30'), 0), excluded: true }] })).toEqual([])
  })
})

test('IM-2 MP-7 words without a code name an earlier claim, and so does the number of a contained one', () => {
  const name = (relationship: object, claim: object, contained: object[] = []) =>
    readEob({ contained, related: [{ relationship, claim }] })
  const old = [{ resourceType: 'Claim', id: 'old', identifier: [{ use: 'old', value: 'CLM0' }, { value: 'CLM1' }] }]
  const prior = { coding: [{ code: 'prior' }] }
  expect(name({ text: 'Prior Claim' }, { identifier: { value: 'CLM1' } }).replaces).toEqual([['CLM1']])
  expect(name({ text: 'Replaced By' }, { identifier: { value: 'CLM1' } }).replacedBy).toEqual([['CLM1']])
  expect(name({ text: 'Associated Claim' }, { identifier: { value: 'CLM1' } }).replaces).toEqual([])
  expect(name(prior, { reference: '#old' }, old).replaces).toEqual([['CLM1']])
  expect(name(prior, { reference: '#old' }, [{ resourceType: 'Claim', id: 'old' }]).replaces).toEqual([])
})

test('IM-1 MP-7 an amount of the claim that Blue Button has among the balances is no use of the year’s limits', () => {
  const balance = (coding: object) => [
    { category: { coding: [{ code: '1' }] }, financial: [{ type: { coding: [coding] }, usedMoney: money(634.32) }] },
  ]
  const display = 'Beneficiary Part B Deductible Amount'
  const system = 'https://bluebutton.cms.gov/fhir/CodeSystem/Benefit-Balance'
  const three = readEob({ benefitBalance: balance({ system, code: 'CLM_MDCR_DDCTBL_AMT', display }) })
  expect([three.balances, three.figures.deductible]).toEqual([[], 63_432])
  const code = 'https://bluebutton.cms.gov/resources/variables/nch_bene_ptb_ddctbl_amt'
  expect(readEob({ benefitBalance: balance({ code, display }) }).balances).toEqual([])
  expect(readEob({ benefitBalance: balance({ code: 'deductible', display }) }).balances).toHaveLength(1)
})

test('IM-1 MP-7 an out-of-network balance is recognized by its name, and the remainder of a limit is not use', () => {
  const balance = (name: string, type: object) => ({
    ...{ category: { coding: [{ code: '30' }] }, name },
    financial: [{ type, allowedMoney: money(500), usedMoney: money(100) }],
  })
  const deductible = { coding: [{ code: 'deductible' }] }
  const listRead = (...benefitBalance: object[]) =>
    readEob({ benefitBalance }).balances.map(({ kind, network }) => `${kind} ${network}`)
  expect(
    listRead(
      balance('Deductible, out-of-network', deductible),
      balance('Out-of-pocket maximum', { text: 'Out-of-pocket maximum' }),
    ),
  ).toEqual(['deductible out', 'out-of-pocket in'])
  expect(listRead(balance('Deductible remaining', deductible), balance('', { text: 'Remaining deductible' }))).toEqual(
    [],
  )
})

test('IM-1 MP-7 a limit for both networks counts in network, and a description names a network only by the word', () => {
  const balance = (name: string | undefined, description?: string) => ({
    ...{ category: { coding: [{ code: '30' }] }, name, description },
    financial: [{ type: { coding: [{ code: 'deductible' }] }, allowedMoney: money(500), usedMoney: money(100) }],
  })
  const listNetworks = (...of: Parameters<typeof balance>) =>
    readEob({ benefitBalance: [balance(...of)] }).balances.map(({ network }) => network)
  expect(listNetworks('Deductible, in- and out-of-network combined')).toEqual(['in'])
  expect(listNetworks('In-network/out-of-network deductible')).toEqual(['in'])
  expect(listNetworks('Deductible', 'What you pay out before the plan pays the remaining costs')).toEqual(['in'])
  expect(listNetworks('Deductible', 'Counts out-of-network care')).toEqual(['out'])
  expect(listNetworks(undefined, 'Remaining deductible')).toEqual([])
})

test('IM-1 MP-8 a reason after X12’s group code in one code is the reason', () => {
  const denial = (code: string) => ({
    category: { coding: [{ code: 'denialreason' }] },
    reason: { coding: [{ system: 'https://x12.org/codes/claim-adjustment-reason-codes', code }] },
  })
  const read = (...codes: string[]) => readEob({ adjudication: codes.map(denial) }).reasons.map(({ code }) => code)
  expect(read('CO-45', 'PR 1', 'OA:18', 'co-B7', 'N130', 'PR100', 'CO')).toEqual([
    '45',
    '1',
    '18',
    'B7',
    'N130',
    '100',
    'CO',
  ])
  const twice = readEob({ total: [amount('submitted', 100), amount('benefit', 0)], adjudication: [denial('CO-18')] })
  expect([twice.duplicate, twice.figures.share]).toEqual([true, 0])
})

describe('IM-1 MP-8 code lists of reasons', () => {
  const x12 = 'https://x12.org/codes/claim-adjustment-reason-codes'
  const ncpdp = 'http://terminology.hl7.org/CodeSystem/NCPDPRejectCode'
  const pharmacy = { type: { coding: [{ code: 'pharmacy' }] } }
  const give = (coding: object[], more: object = {}, category = 'denialreason') =>
    readEob({ adjudication: [{ category: { coding: [{ code: category }] }, reason: { coding } }], ...more }).reasons

  test.each([
    ['X12', { system: x12, code: '40' }, '40'],
    ['CMS’s remarks', { system: 'https://x12.org/codes/remittance-advice-remark-codes', code: 'N130' }, 'N130'],
    ['CMS’s version 3', { system: 'https://bluebutton.cms.gov/fhir/CodeSystem/ANSI-RSN-CD', code: 'B7' }, 'B7'],
    [
      'CMS’s version 2',
      { system: 'https://bluebutton.cms.gov/resources/variables/rev_cntr_1st_ansi_cd', code: 'CO120' },
      '120',
    ],
    ['nobody', { code: '45' }, '45'],
    ['NCPDP', { system: ncpdp, code: '40' }, 'NCPDP 40'],
    ['NCPDP', { system: 'http://ncpdp.org/reject-code', code: '7x' }, 'NCPDP 7X'],
    ['a payer', { system: 'https://payer.example/codes', code: '45' }, '#45'],
    ['a payer', { system: 'https://payer.example/codes', code: 'CO-45' }, '45'],
    ['a payer', { system: 'https://payer.example/codes', code: 'LATE' }, 'LATE'],
    [
      'CMS',
      { system: 'https://bluebutton.cms.gov/resources/variables/carr_line_rdcd_pmt_phys_astn_c', code: '1' },
      '#1',
    ],
  ])('IM-1 MP-8 a code of %s is distinguished from another’s with the same number: %o', (_, coding, code) => {
    expect(give([coding])).toEqual([{ code, text: null }])
  })

  test('IM-1 MP-8 a pharmacy’s rejection is NCPDP’s if the file does not name the code list', () => {
    expect(give([{ code: '70' }], pharmacy)).toEqual([{ code: 'NCPDP 70', text: null }])
    expect(give([{ code: '70' }], pharmacy, 'rejectreason')).toEqual([{ code: 'NCPDP 70', text: null }])
    expect(give([{ code: '45' }], pharmacy, 'adjustmentreason')).toEqual([{ code: '45', text: null }])
    expect(give([{ code: 'PR' }, { code: '1' }], pharmacy)).toEqual([{ code: '1', text: null }])
    expect(give([{ system: x12, code: '96' }], pharmacy)).toEqual([{ code: '96', text: null }])
  })

  test('IM-1 MP-8 the words of a reason are its own, not those of the group code before it', () => {
    const group = { system: 'https://x12.org/codes/claim-adjustment-group-codes', code: 'PR', display: 'Patient pays' }
    expect(give([group, { system: x12, code: '1', display: 'Deductible' }])).toEqual([
      { code: '1', text: 'Deductible' },
    ])
    expect(give([group, { system: x12, code: '1' }])).toEqual([{ code: '1', text: null }])
    expect(give([group])).toEqual([{ code: 'PR', text: 'Patient pays' }])
  })

  test('IM-1 MP-8 placeholder zeros are no reason', () => {
    const system = 'https://bluebutton.cms.gov/resources/variables/carr_line_rdcd_pmt_phys_astn_c'
    expect(give([{ system, code: '0', display: 'N/A' }])).toEqual([])
    expect(give([{ system: x12, code: 'A0', display: 'N/A' }])).toEqual([{ code: 'A0', text: null }])
  })

  test('IM-1 MP-4 only X12’s 18 and NCPDP’s 83 say that a claim was sent twice', () => {
    const isTwice = (system: string, code: string) => {
      const reason = { category: { coding: [{ code: 'denialreason' }] }, reason: { coding: [{ system, code }] } }
      const total = [amount('submitted', 100), amount('benefit', 0), amount('noncovered', 100)]
      return readEob({ ...pharmacy, total, adjudication: [reason] }).duplicate
    }
    expect([isTwice(x12, '18'), isTwice(ncpdp, '83')]).toEqual([true, true])
    expect([isTwice(ncpdp, '18'), isTwice('https://payer.example/codes', '18'), isTwice(x12, '83')]).toEqual([
      false,
      false,
      false,
    ])
  })
})

test('IM-1 MP-4 an undecided line with a price leaves the sums of the claim unknown', () => {
  const lines = (more: object) => [
    { sequence: 1, ...product('99213'), adjudication: visit },
    { sequence: 2, ...product('36415'), ...more },
  ]
  expect(readEob({ item: lines({ net: money(40) }) }).figures).toMatchObject({
    billed: null,
    planPaid: null,
    share: null,
  })
  // A line without a price, in which Synthea writes the reason for a visit, costs nothing.
  for (const more of [{}, { net: money(0) }])
    expect(readEob({ item: lines(more) }).figures).toMatchObject({ billed: 10_000, share: 1_000 })
})

describe('IM-1 the payment of a claim', () => {
  const status = (code: string) => ({
    type: {
      coding: [{ system: 'http://hl7.org/fhir/us/carin-bb/CodeSystem/C4BBPayerAdjudicationStatus', code }],
    },
  })
  const nothing = [amount('submitted', 100), amount('benefit', 0)]

  test('IM-1 MP-8 a claim with nothing covered is denied, also if only its totals say so', () => {
    const totals = (...more: ReturnType<typeof amount>[]) => [amount('submitted', 200), amount('benefit', 0), ...more]
    expect(readEob({ total: totals(amount('noncovered', 200)) })).toMatchObject({
      denied: true,
      figures: { share: 20_000 },
    })
    const costs = totals(amount('eligible', 150), amount('deductible', 150), amount('noncovered', 50))
    expect(readEob({ total: costs })).toMatchObject({ denied: false })
    const secondary = totals(amount('priorpayerpaid', 150), amount('noncovered', 50), amount('memberliability', 50))
    expect(readEob({ total: secondary })).toMatchObject({ denied: false })
  })

  test('IM-1 MP-8 CARIN’s payment status denies the whole claim, or some of its lines', () => {
    expect(readEob({ total: nothing, payment: status('denied') }).denied).toBe(true)
    expect(readEob({ total: visit, payment: status('partiallypaid') }).denied).toBe(true)
    expect(readEob({ total: nothing, payment: status('partiallypaid') }).denied).toBe(false)
    for (const code of ['paid', 'complete', 'partial'])
      expect(readEob({ total: visit, payment: status(code) }).denied).toBe(false)
  })

  test('IM-1 MP-4 a payment with adjustments for other claims, or of a part, does not say what the plan pays for this one', () => {
    const total = [amount('submitted', 100), amount('eligible', 80)]
    const paid = { amount: money(30) }
    expect(readEob({ total, payment: paid }).figures).toMatchObject({ planPaid: 3_000, share: 5_000 })
    expect(readEob({ total, payment: { ...paid, adjustment: money(0) } }).figures.planPaid).toBe(3_000)
    for (const more of [{ adjustment: money(50) }, { adjustment: money(-50) }, status('partial')]) {
      const payment = { ...paid, ...more }
      expect(readEob({ total, payment }).figures).toMatchObject({ billed: 10_000, planPaid: null, share: null })
      expect(readEob({ total: [...total, amount('benefit', 80)], payment }).figures).toMatchObject({
        planPaid: 8_000,
        share: 0,
      })
    }
  })

  test('IM-1 MP-4 a negative payment beside an allowed amount determines no share: its parts do, or it is unknown', () => {
    const total = [amount('submitted', 100), amount('eligible', 80)]
    expect(readEob({ total: [...total, amount('benefit', -60)] }).figures).toMatchObject({
      planPaid: -6_000,
      share: null,
    })
    expect(readEob({ total: [...total, amount('benefit', 60), amount('priorpayerpaid', -10)] }).figures.share).toBe(
      null,
    )
    expect(readEob({ total: [...total, amount('benefit', -60), amount('copay', 20)] }).figures.share).toBe(2_000)
    expect(readEob({ total: [...total, amount('benefit', -60), amount('copay', 20)] }).figures).toMatchObject({
      discount: null,
      addsUp: false,
    })
    const none = [amount('submitted', 100), amount('eligible', 0), amount('benefit', -60)]
    expect(readEob({ total: none }).figures).toMatchObject({ share: null, discount: null })
    const apart = [amount('submitted', 100), amount('discount', 20), amount('benefit', -60)]
    expect(readEob({ total: apart }).figures.share).toBe(null)
    const line = { sequence: 1, ...product('99213'), adjudication: [...total, amount('benefit', -60)] }
    expect(readEob({ item: [line] }).lines[0]?.figures.share).toBe(null)
  })
})

describe('IM-1 IM-3 who bears what is not covered', () => {
  const notCovered = (value: number, ...codes: readonly string[]) => ({
    ...amount('noncovered', value),
    reason: { coding: codes.map((code) => ({ code })) },
  })
  const buildLine = (...parts: readonly object[]) => ({
    sequence: 1,
    ...product('99213'),
    adjudication: [amount('submitted', 100), amount('eligible', 60), amount('benefit', 60), ...parts],
  })

  test.each([[['CO-45']], [['CO', '45']], [['PI-16']], [['45', 'CO']]])(
    'IM-3 MP-4 the provider or the payer bears it (%j): the patient owes nothing of it',
    (codes) => {
      const read = readEob({ item: [buildLine(notCovered(40, ...codes))] })
      for (const { figures } of [read, ...read.lines])
        expect(figures).toMatchObject({ share: 0, discount: 4_000, notCovered: null, addsUp: true })
    },
  )

  test.each([[['PR-96']], [['96']], [['OA-23', 'CO-45']]])(
    'IM-3 MP-4 with any other group code (%j), it is the patient’s as before',
    (codes) => {
      expect(readEob({ item: [buildLine(notCovered(40, ...codes))] }).figures).toMatchObject({ share: 4_000 })
    },
  )

  test('IM-3 MP-4 a stated discount counts, and what the provider bears is beside it in the payer’s words', () => {
    const { figures, lines } = readEob({ item: [buildLine(amount('discount', 40), notCovered(40, 'CO-45'))] })
    expect(figures).toMatchObject({ share: 0, discount: 4_000, addsUp: true })
    expect(lines[0]?.others).toEqual([{ text: 'noncovered', cents: 4_000 }])
  })

  test('IM-3 MP-4 the lines’ amounts replace a total that is their sum', () => {
    const item = [
      buildLine(notCovered(40, 'CO-45')),
      { ...buildLine(notCovered(25, 'PR-96'), notCovered(15, 'CO-45')), sequence: 2 },
    ]
    const total = [amount('submitted', 200), amount('eligible', 120), amount('benefit', 120), amount('noncovered', 80)]
    expect(readEob({ item, total }).figures).toMatchObject({ share: 2_500, notCovered: 2_500, discount: 5_500 })
    const other = [...total.slice(0, 3), amount('noncovered', 30)]
    expect(readEob({ item, total: other }).figures).toMatchObject({ share: 3_000, notCovered: 3_000 })
  })

  test('IM-3 MP-8 a line and a claim with nothing covered are denied, whoever bears it', () => {
    const parts = [amount('submitted', 100), amount('benefit', 0), notCovered(100, 'CO-97')]
    const read = readEob({ item: [{ sequence: 1, ...product('99213'), adjudication: parts }] })
    expect(read).toMatchObject({ denied: true, figures: { share: 0, discount: 10_000 } })
    expect(read.lines[0]?.denied).toBe(true)
  })
})

describe('IM-1 when and where the care was given', () => {
  const stay = (code: string) => ({
    sequence: 1,
    category: { coding: [{ code }] },
    timingPeriod: { start: '2026-03-01', end: '2026-03-04' },
  })
  const undated = { billablePeriod: undefined, created: '2026-04-20' }

  test.each(['admissionperiod', 'hospitalized'])(
    'IM-1 MP-3 a claim without its own days has the days of its stay (%s), not the day of its decision',
    (code) => {
      expect(readEob({ ...undated, supportingInfo: [stay(code)] })).toMatchObject({
        serviceFrom: '2026-03-01',
        serviceTo: '2026-03-04',
      })
      const line = { sequence: 1, ...product('99213'), servicedDate: '2026-03-02' }
      expect(readEob({ ...undated, supportingInfo: [stay(code)], item: [line] })).toMatchObject({
        serviceFrom: '2026-03-02',
        serviceTo: '2026-03-02',
      })
    },
  )

  test('IM-1 MP-3 a claim with only its procedures’ days has those days', () => {
    const procedure = ['2026-03-04T10:00:00Z', '2026-03-02', 'soon'].map((date, at) => ({ sequence: at + 1, date }))
    expect(readEob({ ...undated, procedure })).toMatchObject({ serviceFrom: '2026-03-02', serviceTo: '2026-03-04' })
    expect(readEob({ ...undated, procedure, supportingInfo: [stay('admissionperiod')] })).toMatchObject({
      serviceFrom: '2026-03-01',
      serviceTo: '2026-03-04',
    })
    expect(readEob({ procedure })).toMatchObject({ serviceFrom: '2026-03-05', serviceTo: '2026-03-05' })
  })

  test('IM-1 MP-3 a line whose period has only an end has that day', () => {
    const line = { sequence: 1, ...product('99213'), servicedPeriod: { end: '2026-03-05' } }
    expect(readEob({ ...undated, item: [line] })).toMatchObject({ serviceFrom: '2026-03-05', serviceTo: '2026-03-05' })
    const open = { sequence: 2, ...product('99213'), servicedPeriod: { start: '2026-03-03' } }
    expect(readEob({ ...undated, item: [line, open] })).toMatchObject({
      serviceFrom: '2026-03-03',
      serviceTo: '2026-03-05',
    })
  })

  test('IM-1 MP-4 CARIN names the facility of dental and professional care in the supporting information', () => {
    const place = { reference: 'Organization/place', display: 'Lakeside Clinic' }
    const supportingInfo = [{ sequence: 1, category: { coding: [{ code: 'servicefacility' }] }, valueReference: place }]
    expect(readEob({ supportingInfo }).facility).toEqual({ id: 'place', name: 'Lakeside Clinic' })
    const facility = { reference: 'Organization/own', display: 'Own Clinic' }
    expect(readEob({ supportingInfo, facility }).facility).toEqual({ id: 'own', name: 'Own Clinic' })
  })
})

test.each([{ patient: undefined }, { total: 12 }, { created: 'soon' }])(
  'IM-3 what a plan would pay is skipped whatever else is wrong with it, because no correction makes it a claim: %j',
  (more) => {
    expect(() => readEob({ use: 'predetermination', ...more })).toThrow('is no claim, but what a plan would pay')
  },
)

describe('IM-1 MP-3 the type of a claim in other words and codes', () => {
  test.each([
    [{ text: 'Pharmacy' }, 'pharmacy'],
    [{ coding: [{ code: 'RX' }] }, 'pharmacy'],
    [{ coding: [{ code: 'dental' }] }, 'oral'],
    [{ coding: [{ code: 'D', display: 'Dental claim' }] }, 'oral'],
    [{ coding: [{ code: '837P' }] }, 'professional'],
    [{ text: 'Hospital inpatient' }, 'institutional'],
    [{ text: 'Drugstore chain' }, 'unknown'],
    [{ coding: [{ code: 'oral' }], text: 'Professional' }, 'oral'],
  ])('IM-1 MP-3 %j is %s', (type, expected) => {
    expect(readEob({ type }).type).toBe(expected)
  })
})

describe('IM-1 MP-4 an amount that is not covered, beside what the member owes', () => {
  const denied = [amount('submitted', 100), amount('benefit', 0), amount('noncovered', 100)]

  test('IM-1 MP-4 MP-7 is borne by somebody else if the member owes nothing', () => {
    const read = readEob({ total: [...denied, amount('memberliability', 0)] })
    expect(read).toMatchObject({
      denied: true,
      figures: { billed: 10_000, discount: 10_000, notCovered: null, share: 0, addsUp: true },
    })
  })

  test('IM-1 MP-4 comes to the discount of a claim of which the member owes the rest', () => {
    const total = [
      ...[amount('submitted', 100), amount('noncovered', 30), amount('discount', 20), amount('eligible', 50)],
      ...[amount('benefit', 40), amount('coinsurance', 10), amount('memberliability', 10)],
    ]
    const figures = { discount: 5_000, notCovered: null, coinsurance: 1_000, share: 1_000, addsUp: true }
    expect(readEob({ total })).toMatchObject({ denied: false, figures })
    expect(readEob({ item: [{ sequence: 1, ...product('99213'), adjudication: total }] })).toMatchObject({ figures })
  })

  test('IM-1 MP-4 is the member’s if the member owes it', () => {
    const read = readEob({ total: [...denied, amount('memberliability', 100)] })
    expect(read.figures).toMatchObject({ discount: 0, notCovered: 10_000, share: 10_000, addsUp: true })
  })

  test('IM-1 MP-4 stays as it came if nothing tells who bears it', () => {
    const read = readEob({ total: [...denied, amount('memberliability', 40)] })
    expect(read.figures).toMatchObject({ notCovered: 10_000, share: 4_000, addsUp: false })
  })
})

test.each([
  [['', 'Bea'], 'Bea'],
  [['-', 'Bea', 'Ann'], 'Bea'],
  [['Bea', ''], 'Bea'],
])('IM-1 RG-1 of the given names %j, the first name is %s', (given, firstName) => {
  const patient = { resourceType: 'Patient', id: '1', birthDate: '1990-05-09', name: [{ family: 'Kestrel', given }] }
  const read = readResource('Patient', JSON.stringify(patient), Buffer.alloc(0), '2026-11-26')
  expect(read).toMatchObject({ incoming: { read: { firstName, lastName: 'Kestrel' } } })
})

describe('IM-1 MP-7 a reason for a denial without its status', () => {
  const give = (code: string, category = 'denialreason') => ({
    category: { coding: [{ code: category }] },
    reason: { coding: [{ code }] },
  })
  const unpaid = [amount('submitted', 100), amount('benefit', 0)]
  const owed = amount('memberliability', 100)

  test.each([
    ['197', [owed], true],
    ['PR-96', [owed], true],
    ['PR-1', [amount('deductible', 100), owed], false],
    ['PR-1', [owed], false],
    ['CO-45', [amount('memberliability', 0)], false],
    ['N130', [owed], false],
    ['197', [amount('eligible', 60), amount('memberliability', 60)], false],
    ['197', [amount('priorpayerpaid', 100), amount('memberliability', 0)], false],
  ])('IM-1 MP-7 %s beside %j, for a claim of which nothing is paid: %s', (code, more, denied) => {
    expect(readEob({ total: [...unpaid, ...more], adjudication: [give(code)] }).denied).toBe(denied)
    const item = [{ sequence: 1, ...product('99213'), adjudication: [...unpaid, ...more, give(code)] }]
    expect(readEob({ item }).lines.map((line) => line.denied)).toEqual([denied])
  })

  test('IM-1 MP-7 of a line without amounts, if nothing of the claim is paid', () => {
    const item = [{ sequence: 1, ...product('99213'), adjudication: [amount('submitted', 100), give('197')] }]
    expect(readEob({ item, total: [...unpaid, owed] }).lines.map(({ denied }) => denied)).toEqual([true])
    const paid = [amount('submitted', 100), amount('benefit', 60), amount('memberliability', 10)]
    expect(readEob({ item, total: paid }).lines.map(({ denied }) => denied)).toEqual([false])
  })

  test('IM-1 MP-7 a pharmacy’s reject, and an adjustment that is none', () => {
    expect(readEob({ total: [...unpaid, owed], adjudication: [give('70', 'rejectreason')] }).denied).toBe(true)
    expect(readEob({ total: [...unpaid, owed], adjudication: [give('197', 'adjustmentreason')] }).denied).toBe(false)
  })
})

test('IM-1 MP-12 a dental claim by another code has the balances of dental care', () => {
  const balance = {
    category: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/ex-benefitcategory', code: 'F3' }] },
    term: { coding: [{ code: 'annual' }] },
    financial: [{ type: { coding: [{ code: 'deductible' }] }, allowedMoney: money(50), usedMoney: money(20) }],
  }
  const type = { coding: [{ code: 'dental' }] }
  expect(readEob({ type, benefitBalance: [balance] }).balances).toMatchObject([{ limitCents: 5_000, usedCents: 2_000 }])
})
