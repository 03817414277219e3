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

describe('IM-1 the lines of a claim', () => {
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

  test('IM-1 a total line of the revenue code 0001 is no line, and is not added to what it totals', () => {
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

  test('IM-1 a line of that code that totals nothing is a line', () => {
    expect(readEob({ item: [{ sequence: 1, ...revenue('0001'), adjudication: visit }] }).lines).toHaveLength(1)
  })

  test.each([
    ['professional', ['82', 'DME', 'institutional']],
    ['institutional', ['10', 'HHA', 'professional']],
    // IM-1: a type that no one knows is no hospital's.
    ['unknown', ['something-else']],
    ['pharmacy', ['PDE', 'pharmacy']],
    ['oral', ['oral']],
  ])('IM-1 CMS’s own type of a claim comes first: %s', (type, codes) => {
    expect(readEob({ type: { coding: codes.map((code) => ({ code })) } }).type).toBe(type)
  })

  test('IM-1 a total line says what the lines leave out', () => {
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
