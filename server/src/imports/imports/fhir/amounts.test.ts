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
        expect(sumAmounts([entry(2_000, ...codes)])).toEqual({ known: {}, others: [{ text: 'ACME-17', cents: 2_000 }] })
      }
    },
  )

  test('IM-3 beside an unknown code, other general codes count if nothing else has their meaning', () => {
    expect(sumAmounts([entry(90, 'submitted', 'ACME-1')]).known).toEqual({ billed: 90 })
    const both = sumAmounts([entry(90, 'submitted', 'ACME-1'), entry(100, 'submitted')])
    expect(both).toEqual({ known: { billed: 100 }, others: [{ text: 'ACME-1', cents: 90 }] })
  })

  test('IM-3 contradictory general codes make up no share', () => {
    expect(sumAmounts([entry(50, 'benefit', 'memberliability')]).known).toEqual({})
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
    expect(sumAmounts([own('DED2', 'Family deductible', 'deductible')]).known).toEqual({})
    expect(sumAmounts([own('DED', 'Deductible', 'copay')]).known).toEqual({})
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
