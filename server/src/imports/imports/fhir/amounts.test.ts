import { computeFigures } from '@portico/rules/claims/figures'
import { describe, expect, test } from 'vitest'
import { sumAmounts } from './amounts.ts'

const entry = (value: number, ...codes: string[]) => ({
  category: {
    coding: codes.map((code) => ({ code, system: undefined, display: code.split('/').at(-1) })),
    text: undefined,
  },
  amount: value,
})
const address = (name: string) => `https://bluebutton.cms.gov/resources/variables/${name}`

describe('IM-1 IM-3 an amount with several codings', () => {
  test.each([
    ['general first', ['submitted', address('rev_cntr_pmt_amt_amt')]],
    ['exact first', [address('rev_cntr_pmt_amt_amt'), 'submitted']],
    ['in capitals', ['submitted', 'REV_CNTR_PMT_AMT_AMT']],
  ])('IM-1 has the meaning of its exact code, %s', (_, codes) => {
    expect(sumAmounts([entry(5, ...codes)])).toEqual({ known: { planPaid: 5 }, others: [] })
  })

  test('IM-1 gross drug costs are not coinsurance, whatever CMS writes beside them', () => {
    const gross = sumAmounts([entry(12_000, 'coinsurance', address('gdc_blw_oopt_amt'))])
    expect(gross).toEqual({ known: {}, others: [{ text: 'gdc_blw_oopt_amt', cents: 12_000 }] })
  })

  test.each(['deductible', 'copay', 'coinsurance', 'noncovered', 'memberliability', 'eligible'])(
    'IM-3 an unknown code never makes up a share beside %s',
    (general) => {
      for (const codes of [
        [general, 'ACME-17'],
        ['ACME-17', general],
      ]) {
        const { known, others } = sumAmounts([entry(2_000, ...codes)])
        expect({ ...known, unclear: undefined }).toEqual({})
        expect(computeFigures(known).share).toBeNull()
        expect(others).toEqual([{ text: 'ACME-17', cents: 2_000 }])
      }
    },
  )

  test('IM-3 beside an unknown code, other general codes count if nothing else has their meaning', () => {
    expect(sumAmounts([entry(90, 'submitted', 'ACME-1')]).known).toEqual({ billed: 90 })
    const both = sumAmounts([entry(90, 'submitted', 'ACME-1'), entry(100, 'submitted')])
    expect(both).toEqual({ known: { billed: 100 }, others: [{ text: 'ACME-1', cents: 90 }] })
  })

  test('IM-3 contradictory general codes make up no share', () => {
    expect(sumAmounts([entry(50, 'benefit', 'memberliability')]).known).toEqual({ unclear: 50 })
    expect(sumAmounts([entry(50, 'benefit', 'paidtoprovider')]).known).toEqual({ planPaid: 50 })
  })

  test('IM-1 the patient’s payment is the share only if nothing else says who pays what', () => {
    expect(sumAmounts([entry(1_000, 'paidbypatient', 'CLM_LINE_BENE_PMT_AMT')]).known).toEqual({
      memberLiability: 1_000,
    })
    const split = sumAmounts([
      entry(1_000, 'paidbypatient', 'CLM_BENE_PMT_AMT'),
      entry(700, 'deductible', 'CLM_MDCR_DDCTBL_AMT'),
    ])
    expect(split).toEqual({ known: { deductible: 700 }, others: [{ text: 'CLM_BENE_PMT_AMT', cents: 1_000 }] })
  })

  test('IM-1 IM-3 the patient’s past payments are shown in words and change no sum', () => {
    const entries = [
      entry(1_500, 'paidbypatient'),
      entry(500, 'paidbypatientcash'),
      entry(9_000, 'drugcost'),
      entry(2_000, 'memberliability'),
    ]
    expect(sumAmounts(entries)).toEqual({
      known: { memberLiability: 2_000 },
      others: [
        { text: 'paidbypatient', cents: 1_500 },
        { text: 'paidbypatientcash', cents: 500 },
      ],
    })
  })

  test('IM-1 several entries of one category add up', () => {
    expect(sumAmounts([entry(100, 'copay'), entry(250, 'copay'), entry(-50, 'copay')]).known).toEqual({ copay: 300 })
  })

  test('IM-3 a code with the name of a JavaScript property is unknown, too', () => {
    expect(sumAmounts([entry(1, 'constructor')])).toEqual({ known: {}, others: [{ text: 'constructor', cents: 1 }] })
  })

  const say = (text: string, amount: number) => ({ category: { coding: [], text }, amount })

  test('IM-1 IM-3 a category without a code has the meaning of its words, as guides and payers write them', () => {
    const said = [
      say('Submitted Amount', 100),
      say('Allowed amount', 80),
      say('Co-insurance', 7),
      say('CoPay', 5),
      say('Eligible %', 80),
      say('Prior payer paid', 3),
      say('Sequestration', 2),
    ]
    expect(sumAmounts(said)).toEqual({
      known: { billed: 100, allowed: 80, coinsurance: 7, copay: 5, priorPayerPaid: 3 },
      others: [
        { text: 'Eligible %', cents: 80 },
        { text: 'Sequestration', cents: 2 },
      ],
    })
  })

  test.each([
    ['Billed charges', 'billed'],
    ['Total Charges', 'billed'],
    ['Total billed amount', 'billed'],
    ['Allowed charges', 'allowed'],
    ['Plan Paid Amount', 'planPaid'],
    ['Insurance paid', 'planPaid'],
    ['Patient Pay Amount', 'memberLiability'],
    ['You owe', 'memberLiability'],
    ['Provider discount', 'discount'],
    ['Non-covered charges', 'notCovered'],
    ['Other insurance paid', 'priorPayerPaid'],
    ['Amount billed', 'billed'],
    ['Amount allowed', 'allowed'],
    ['Amount not covered', 'notCovered'],
    ['Amount you owe', 'memberLiability'],
    ['What you owe', 'memberLiability'],
    ['Your responsibility', 'memberLiability'],
    ['Your share', 'memberLiability'],
    ['Your deductible', 'deductible'],
    ['Your copay', 'copay'],
    ['Your coinsurance', 'coinsurance'],
    ['Your plan paid', 'planPaid'],
    ['Paid by plan', 'planPaid'],
    ['Your discount', 'discount'],
  ])('IM-1 IM-3 the words “%s” alone mean %s', (text, kind) => {
    expect(sumAmounts([say(text, 100)])).toEqual({ known: { [kind]: 100 }, others: [] })
  })

  test.each([
    'Paid',
    'Amount paid',
    'You paid',
    'Your payment',
    'Your balance',
    'What you paid',
    'Patient paid amount',
    'Balance',
    'Deductible remaining',
    'Charges pending',
  ])('IM-3 the words “%s” alone mean nothing certain', (text) => {
    expect(Object.keys(sumAmounts([say(text, 100)]).known).filter((kind) => kind !== 'unclear')).toEqual([])
  })

  test('IM-1 IM-3 a payer’s own code counts if its words equal the general one beside it', () => {
    const own = (code: string, display: string, general: string) => ({
      category: {
        coding: [
          { code: general, system: undefined, display: undefined },
          { code, system: 'https://payer.example/amounts', display },
        ],
        text: undefined,
      },
      amount: 20,
    })
    expect(sumAmounts([own('DED', 'Deductible', 'deductible')]).known).toEqual({ deductible: 20 })
    expect(sumAmounts([own('ALW', 'Allowed Amount', 'eligible')]).known).toEqual({ allowed: 20 })
    expect(sumAmounts([own('DED2', 'Family deductible', 'deductible')]).known).toEqual({ unclear: 20 })
    expect(sumAmounts([own('DED', 'Deductible', 'copay')]).known).toEqual({ unclear: 20 })
  })

  const code = (own: string, display: string | undefined, amount: number, text?: string) => ({
    category: { coding: [{ code: own, system: 'https://payer.example/amounts', display }], text },
    amount,
  })

  test('IM-1 IM-3 a payer’s own code alone has the meaning of its words, if these are the guides’', () => {
    const said = [
      code('allowedamount', 'allowed amount', 100),
      code('coins', 'CoInsurance Amount', 20),
      code('DED', undefined, 5, 'Deductible'),
      code('co-pay', undefined, 3),
      code('MR', 'Patient Responsibility', 28),
      code('cob', 'Coordination of Benefits', 7),
    ]
    expect(sumAmounts(said)).toEqual({
      known: { allowed: 100, coinsurance: 20, deductible: 5, copay: 3, memberLiability: 28, priorPayerPaid: 7 },
      others: [],
    })
    // A text takes precedence over the words of a code, and only the whole words count.
    expect(sumAmounts([code('DED', 'Deductible', 90, 'Deductible of the family')]).known).toEqual({ unclear: 90 })
    expect(sumAmounts([code('DED', 'Deductible', 90, 'Deductible remaining')]).known).toEqual({})
    expect(sumAmounts([code('SEQ', 'Sequestration', 2)]).known).toEqual({})
  })

  test('IM-3 MP-4 an amount that may be the member’s, and that nothing explains, leaves the share unknown unless the rest tells', () => {
    const nothing = [entry(0, 'deductible'), entry(0, 'copay'), entry(8_000, 'benefit'), entry(20_000, 'submitted')]
    const shareBeside = (...more: Parameters<typeof sumAmounts>[0]) => {
      const { share, discount } = computeFigures(sumAmounts([...nothing, ...more]).known)
      return [share, discount]
    }
    expect(shareBeside()).toEqual([0, 12_000])
    for (const unread of [
      code('OV', 'Office visit copay and coinsurance', 2_000),
      code('PR1', 'Patient resp. after plan', 2_000),
      entry(2_000, 'coinsurance', 'ACME-17'),
    ]) {
      expect(shareBeside(unread)).toEqual([null, null])
      expect(shareBeside({ ...unread, amount: 0 })).toEqual([0, 12_000])
      expect(shareBeside(unread, entry(10_000, 'eligible'))).toEqual([2_000, 10_000])
      expect(shareBeside(unread, entry(2_000, 'memberliability'))).toEqual([2_000, 10_000])
    }
    // A part of a kind that is stated, and a payment that the parts explain, add nothing.
    expect(shareBeside(entry(3_000, 'coinsurance'), entry(1_000, 'coinsurance', 'ACME-17'))[0]).toBe(3_000)
    expect(shareBeside(entry(3_000, 'coinsurance'), code('PPA', 'Patient pay amount', 3_000))[0]).toBe(3_000)
    expect(shareBeside(code('SEQ', 'Sequestration', 200))[0]).toBe(0)
  })

  test.each([
    [['drugcost', 'submitted'], { billed: 9 }],
    [['paidtoprovider', 'benefit'], { planPaid: 9 }],
    [['discount', 'priorpayerpaid'], {}],
    [['benefit', 'paidbypatient'], {}],
    [['submitted', 'benefit'], {}],
  ])('IM-1 IM-3 several general codes, %j, mean the same in any order', (codes, known) => {
    for (const some of [codes, codes.toReversed()]) {
      const { known: read, others } = sumAmounts([entry(9, ...some)])
      expect(read).toEqual(known)
      expect(others).toHaveLength(Object.keys(known).length === 0 ? 1 : 0)
    }
  })
})
