import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { importFiles, ndjson } from '../../../../../test/importing.ts'
import { testPortal } from '../../../../../test/portal.ts'
import { setSettings } from '../../../../../test/settings.ts'
import { enrollment, x12 } from '../../../../../test/x12.ts'
import { reviewStored } from '../../sensitive/review.ts'
import { takeWaiting } from './waiting.ts'

const portal = testPortal()
const brand = 'ndbcbs'
let approved = 0

const take = (content: string) => importFiles(portal.database, { 'claims.x12': content }, { kind: 'x12', brand })
const load = async (content: string) => {
  const taken = await take(content)
  expect(taken.rejected).toEqual([])
  return taken.counts
}

/** A subscriber with a number ending in 1 and a child with one ending in 2, on a contract. */
async function family(contract: string): Promise<void> {
  const gold = ['HD*021**HLT*GOLD*FAM', 'DTP*348*D8*20260101']
  await load(
    enrollment([
      ...[
        'INS*Y*18*021*28*A',
        `REF*0F*${contract}`,
        'REF*1L*G-1',
        `REF*23*${contract}1`,
        'NM1*IL*1*ASK*KNUT',
        'DMG*D8*19810101*M',
        ...gold,
      ],
      ...[
        'INS*N*19*021*28*A',
        `REF*0F*${contract}`,
        'REF*1L*G-1',
        `REF*23*${contract}2`,
        'NM1*IL*1*ASK*LIV',
        'DMG*D8*20140202*F',
        ...gold,
      ],
    ]),
  )
}

interface Billed {
  readonly member: string
  readonly account: string
  readonly claim?: readonly string[]
  readonly version?: string
  readonly sent?: string
  /** The patient, if a dependent without their own number. */
  readonly patient?: readonly string[]
}

const visit = ['LX*1', 'SV1*HC:99213*120.00*UN*1***1', 'DTP*472*D8*20261102', 'REF*6R*X1']
const laboratory = ['LX*2', 'SV1*HC:85025*30.00*UN*1***1', 'DTP*472*D8*20261102', 'REF*6R*X2']

function bill({ member, account, claim, version, sent, patient = [] }: Billed): string {
  const segments = [
    'BHT*0019*00*S1*20261115*1023*CH',
    'NM1*41*2*PRAIRIE BILLING*****46*PB01',
    'NM1*40*2*PLAINS HEALTH*****46*PLAINS',
    'HL*1**20*1',
    'NM1*85*2*PRAIRIE CLINIC*****XX*1234567893',
    `HL*2*1*22*${patient.length > 0 ? 1 : 0}`,
    'SBR*P*18*G-4410******CI',
    `NM1*IL*1*ASK*KNUT****MI*${member}`,
    'DMG*D8*19810101*U',
    'NM1*PR*2*PLAINS HEALTH*****PI*PLAINS',
    ...patient,
    ...(claim ?? [`CLM*${account}*150.00***11:B:1*Y*A*Y*Y`, 'HI*ABK:J069', ...visit, ...laboratory]),
  ]
  return x12(
    { set: '837', segments, ...(version !== undefined && { version }) },
    { ...(sent !== undefined && { sent }) },
  )
}

interface Paid {
  readonly paid: string
  readonly claims: readonly string[]
  readonly trace?: string
  readonly on?: string
  readonly sent?: string
  readonly after?: readonly string[]
}

function payment({ paid, claims, trace = 'T1', on = '20261125', sent, after = [] }: Paid): string {
  const segments = [
    `BPR*I*${paid}*C*ACH*CCP*01*091000019*DA*1111*1450000022**01*091300023*DA*2222*${on}`,
    `TRN*1*${trace}*1450000022`,
    `DTM*405*${on}`,
    'N1*PR*PLAINS HEALTH',
    'N1*PE*PRAIRIE CLINIC*XX*1234567893',
    'LX*1',
    ...claims,
    ...after,
  ]
  return x12({ set: '835', segments }, { ...(sent !== undefined && { sent }) })
}

const paidVisit = [
  'SVC*HC:99213*120.00*55.00**1',
  'DTM*472*20261102',
  'CAS*CO*45*20.00',
  'CAS*PR*1*25.00**3*20.00',
  'REF*6R*X1',
  'AMT*B6*100.00',
]
const paidLaboratory = [
  'SVC*HC:85025*30.00*20.00**1',
  'DTM*472*20261102',
  'CAS*CO*45*10.00',
  'REF*6R*X2',
  'AMT*B6*20.00',
]

const buildPaidClaim = (account: string, member: string, number: string) => [
  `CLP*${account}*1*150.00*75.00*45.00*12*${number}*11*1`,
  `NM1*QC*1*ASK*KNUT****MI*${member}`,
  'DTM*232*20261102',
  ...paidVisit,
  ...paidLaboratory,
]

/** Reverses the signs of all amounts of a claim or a line. */
const reverseAmounts = (segments: readonly string[]) =>
  segments.map((one) => {
    const parts = one.split('*')
    const amounts = { CLP: [3, 4], SVC: [2, 3, 5], CAS: [3, 6, 9] }[parts[0] ?? ''] ?? []
    const turned = parts.map((part, at) => (amounts.includes(at) && part !== '' ? `-${part}` : part))
    return (parts[0] === 'CLP' ? turned.with(2, '22').with(5, '') : turned).join('*')
  })

async function readClaims(number: string) {
  return portal.database.read
    .selectFrom('claim')
    .innerJoin('member', 'member.member_id', 'claim.member_id')
    .selectAll('claim')
    .where('brand', '=', brand)
    .where('member_number', '=', number)
    .where('state', 'not in', ['cancelled', 'replaced'])
    .orderBy('claim_number')
    .execute()
}

const readLines = (claimId: string) =>
  portal.database.read.selectFrom('claim_line').selectAll().where('claim_id', '=', claimId).orderBy('line').execute()

const expected = {
  billed_cents: 15000,
  allowed_cents: 12000,
  discount_cents: 3000,
  plan_paid_cents: 7500,
  deductible_cents: 2500,
  copay_cents: 2000,
  share_cents: 4500,
  adds_up: true,
}

describe('FD-2 FD-3 one claim of bill and payment', () => {
  test('FD-3 a bill is a claim in progress, with nothing known but the bill', async () => {
    await family('CLA')
    expect(await load(bill({ member: 'CLA1', account: 'ACC-1' }))).toMatchObject({ created: 1 })
    expect(await readClaims('CLA1')).toMatchObject([
      {
        state: 'in-progress',
        billed_cents: 15000,
        allowed_cents: null,
        plan_paid_cents: null,
        share_cents: null,
        received_on: '2026-11-15',
        group_number: 'G-1',
      },
    ])
  })

  test('FD-2 its payment belongs to the same claim, whichever of the two comes first', async () => {
    await family('CLB')
    await family('CLC')
    await load(bill({ member: 'CLB1', account: 'ACC-1' }))
    expect(await load(payment({ paid: '75.00', claims: buildPaidClaim('ACC-1', 'CLB1', '26P1') }))).toMatchObject({
      updated: 1,
    })
    await load(payment({ paid: '75.00', claims: buildPaidClaim('ACC-1', 'CLC1', '26P2') }))
    await load(bill({ member: 'CLC1', account: 'ACC-1' }))
    for (const [member, number] of [
      ['CLB1', '26P1'],
      ['CLC1', '26P2'],
    ] as const) {
      const claims = await readClaims(member)
      expect(claims).toMatchObject([{ ...expected, claim_number: number, state: 'paid', received_on: '2026-11-15' }])
      const lines = await readLines(claims[0]?.claim_id ?? '')
      expect(lines).toMatchObject([
        {
          code: '99213',
          figures: { billed: 12000, allowed: 10000, planPaid: 5500, deductible: 2500, copay: 2000, share: 4500 },
        },
        { code: '85025', figures: { billed: 3000, allowed: 2000, planPaid: 2000, share: 0 } },
      ])
      expect(lines[0]?.details.reasons.map(({ code }) => code)).toEqual(['45', '1', '3'])
    }
  })

  test('FD-2 the same files again change nothing', async () => {
    await family('CLD')
    const [billed, paid] = [
      bill({ member: 'CLD1', account: 'ACC-1' }),
      payment({ paid: '75.00', claims: buildPaidClaim('ACC-1', 'CLD1', '26P3') }),
    ]
    for (const content of [billed, paid]) await load(content)
    for (const content of [billed, paid, billed])
      expect(await load(content)).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
  })

  test('FD-2 a reversal leaves a claim under review: nothing counts, and the decision stays in the history', async () => {
    await family('CLE')
    await load(payment({ paid: '75.00', claims: buildPaidClaim('ACC-1', 'CLE1', '26P4') }))
    const back = reverseAmounts(buildPaidClaim('ACC-1', 'CLE1', '26P4'))
    const counts = await load(
      payment({
        paid: '0.00',
        trace: 'T2',
        on: '20261126',
        claims: back,
        after: ['PLB*1234567893*20261231*FB:26P4*-75.00'],
      }),
    )
    expect(counts.warnings).toBeUndefined()
    const [claim, ...others] = await readClaims('CLE1')
    expect(others).toEqual([])
    expect(claim).toMatchObject({
      state: 'in-progress',
      claim_number: '26P4',
      plan_paid_cents: null,
      share_cents: null,
    })
    expect(claim?.details.reasons).toEqual([{ code: 'reversed', text: null }])
    const versions = await portal.database.read
      .selectFrom('claim_version')
      .selectAll()
      .where('claim_id', '=', claim?.claim_id ?? '')
      .execute()
    expect(versions.map((one) => one.plan_paid_cents).sort()).toEqual([7500, null])
  })

  test('FD-2 after the reversal only the correction counts, also in the same file and under another number', async () => {
    await family('CLF')
    await load(payment({ paid: '75.00', claims: buildPaidClaim('ACC-1', 'CLF1', '26P5') }))
    const corrected = [
      'CLP*ACC-1*1*150.00*100.00*20.00*12*26P5-01*11*1',
      'NM1*QC*1*ASK*KNUT****MI*CLF1',
      'DTM*232*20261102',
      'CAS*CO*45*30.00',
      'CAS*PR*3*20.00',
    ]
    await load(
      payment({
        paid: '25.00',
        trace: 'T2',
        on: '20261126',
        claims: [...reverseAmounts(buildPaidClaim('ACC-1', 'CLF1', '26P5')), ...corrected],
      }),
    )
    expect(await readClaims('CLF1')).toMatchObject([
      { claim_number: '26P5-01', plan_paid_cents: 10000, share_cents: 2000, discount_cents: 3000 },
    ])
  })

  const buildCorrectedVisit = (member: string, number: string) => [
    `CLP*ACC-1*1*150.00*100.00*20.00*12*${number}*11*1`,
    `NM1*QC*1*ASK*KNUT****MI*${member}`,
    'DTM*232*20261102',
    'SVC*HC:99213*120.00*80.00**1',
    'CAS*CO*45*20.00',
    'CAS*PR*3*20.00',
    'REF*6R*X1',
    'SVC*HC:85025*30.00*20.00**1',
    'CAS*CO*45*10.00',
    'REF*6R*X2',
  ]

  test('FD-2 a reversal that comes again after the correction, or after it in one file, does not take the correction back', async () => {
    for (const [member, number] of [
      ['CLS', '26S1'],
      ['CLT', '26T1'],
    ] as const) {
      await family(member)
      const own = `${member}1`
      await load(payment({ paid: '75.00', claims: buildPaidClaim('ACC-1', own, number) }))
      const back = reverseAmounts(buildPaidClaim('ACC-1', own, number))
      const correction = buildCorrectedVisit(own, number)
      const claims = member === 'CLS' ? [...back, ...correction] : [...correction, ...back]
      await load(payment({ paid: '25.00', trace: 'T2', on: '20261126', claims }))
      if (member === 'CLS')
        await load(payment({ paid: '-75.00', trace: 'T3', on: '20261127', claims: back, sent: '20261128*0200' }))
      expect(await readClaims(own)).toMatchObject([{ state: 'adjusted', plan_paid_cents: 10000, share_cents: 2000 }])
    }
  })

  test('FD-2 two payer’s numbers are two claims, although the provider gave both the patient’s number', async () => {
    await family('CLU')
    const laboratoryAlone = [
      'CLP*ACC-1*1*30.00*20.00*0*12*26U2*11*1',
      'NM1*QC*1*ASK*KNUT****MI*CLU1',
      'DTM*232*20261102',
      ...paidLaboratory,
    ]
    await load(bill({ member: 'CLU1', account: 'ACC-1' }))
    await load(payment({ paid: '95.00', claims: [...buildPaidClaim('ACC-1', 'CLU1', '26U1'), ...laboratoryAlone] }))
    expect(await readClaims('CLU1')).toMatchObject([
      { ...expected, claim_number: '26U1', received_on: '2026-11-15' },
      { claim_number: '26U2', billed_cents: 3000, plan_paid_cents: 2000, share_cents: 0 },
    ])
    expect(
      await load(
        payment({
          paid: '-20.00',
          trace: 'T2',
          on: '20261126',
          claims: reverseAmounts(laboratoryAlone),
        }),
      ),
    ).toMatchObject({ created: 0, updated: 1 })
    expect((await readClaims('CLU1')).map(({ state }) => state)).toEqual(['paid', 'in-progress'])
  })

  test('FD-2 MP-14 a child with the subscriber’s name is not taken for the subscriber', async () => {
    await family('CLV')
    const ofChild = (...numbers: readonly string[]) => [
      'CLP*ACC-J*1*150.00*75.00*45.00*12*26V1*11*1',
      ...numbers,
      'DTM*232*20261102',
      ...paidVisit,
      ...paidLaboratory,
    ]
    const waits = await load(
      payment({
        paid: '75.00',
        claims: ofChild('NM1*QC*1*ASK*KNUT****MI*CLV3', 'NM1*IL*1*ASK*KNUT****MI*CLV1'),
      }),
    )
    expect(waits).toMatchObject({ created: 0, skipped: 1 })
    await load(
      enrollment([
        'INS*N*19*021*28*A',
        'REF*0F*CLV',
        'REF*23*CLV3',
        'NM1*IL*1*ASK*KNUT',
        'DMG*D8*20160303*M',
        'HD*021**HLT*GOLD*FAM',
        'DTP*348*D8*20260101',
      ]),
    )
    expect(await readClaims('CLV3')).toHaveLength(1)
    const { rejected } = await take(
      payment({ paid: '75.00', trace: 'T2', claims: ofChild('NM1*QC*1*ASK*KNUT', 'NM1*IL*1*ASK*KNUT****MI*CLV1') }),
    )
    expect(rejected).toMatchObject([{ reason: expect.stringMatching(/several people/) }])
    expect(await readClaims('CLV1')).toEqual([])
  })

  test('FD-2 the parts of a split claim add up; a decision that another payment repeats does not', async () => {
    await family('CLG')
    const part = (lines: readonly string[], billed: string, paid: string, share: string) => [
      `CLP*ACC-1*1*${billed}*${paid}*${share}*12*26P6*11*1`,
      'NM1*QC*1*ASK*KNUT****MI*CLG1',
      ...lines,
    ]
    const [first, second] = [part(paidVisit, '120.00', '55.00', '45.00'), part(paidLaboratory, '30.00', '20.00', '0')]
    await load(payment({ paid: '75.00', claims: [...first, ...second] }))
    await load(payment({ paid: '55.00', trace: 'T9', on: '20261126', claims: first }))
    expect(await readClaims('CLG1')).toMatchObject([{ ...expected, claim_number: '26P6' }])
  })

  test('FD-2 an amount that only the provider bears is no debt of the patient', async () => {
    await family('CLH')
    const denied = [
      'CLP*ACC-1*4*150.00*0*0*12*26P7*11*1',
      'NM1*QC*1*ASK*KNUT****MI*CLH1',
      'DTM*232*20261102',
      'CAS*CO*29*150.00',
    ]
    await load(payment({ paid: '0', claims: denied }))
    expect(await readClaims('CLH1')).toMatchObject([{ state: 'denied', share_cents: 0, plan_paid_cents: 0 }])
  })

  const buildDecided = (member: string, clp: string, ...adjustments: readonly string[]) => [
    `CLP*ACC-1*${clp}`,
    `NM1*QC*1*ASK*KNUT****MI*${member}`,
    'DTM*232*20261102',
    ...adjustments,
  ]

  test('FD-2 interest that the payer adds is part of no amount of the claim', async () => {
    await family('CLW')
    const claims = buildDecided(
      'CLW1',
      '1*150.00*105.00*20.00*12*26W1*11*1',
      'CAS*CO*45*30.00**225*-5.00',
      'CAS*PR*3*20.00',
    )
    await load(payment({ paid: '105.00', claims: [...claims, 'AMT*I*5.00'] }))
    expect(await readClaims('CLW1')).toMatchObject([
      { allowed_cents: 12000, discount_cents: 3000, plan_paid_cents: 10000, share_cents: 2000, adds_up: true },
    ])
  })

  test.each([
    ['the deductible of major medical', ['CAS*CO*45*30.00', 'CAS*PR*126*20.00'], 'CMA', { deductible_cents: 2000 }],
    ['coinsurance of major medical', ['CAS*CO*45*30.00', 'CAS*PR*127*20.00'], 'CMB', { coinsurance_cents: 2000 }],
    [
      'a doctor’s deductible on a hospital’s bill',
      ['CAS*CO*45*30', 'CAS*PR*247*20'],
      'CMC',
      { deductible_cents: 2000 },
    ],
    ['a doctor’s coinsurance on it', ['CAS*CO*45*30.00', 'CAS*PR*248*20.00'], 'CMD', { coinsurance_cents: 2000 }],
    ['a copay with a low-income subsidy', ['CAS*CO*45*30.00', 'CAS*PR*241*20.00'], 'CME', { copay_cents: 2000 }],
  ] as const)('FD-2 %s is the patient’s share of covered care', async (_, cas, contract, part) => {
    await family(contract)
    const claims = buildDecided(`${contract}1`, `1*150.00*100.00*20.00*12*26${contract}*11*1`, ...cas)
    await load(payment({ paid: '100.00', claims }))
    expect(await readClaims(`${contract}1`)).toMatchObject([
      { ...part, share_cents: 2000, not_covered_cents: null, allowed_cents: 12000, adds_up: true },
    ])
  })

  test('FD-2 a reduction that only the payer makes besides the contract is not part of the price either', async () => {
    await family('CPI')
    const claims = [
      ...['CLP*ACC-1*1*150.00*60.00*10.00*12*26PI*11*1', 'NM1*QC*1*ASK*KNUT****MI*CPI1', 'DTM*232*20261102'],
      ...['SVC*HC:99213*120.00*60.00**1', 'CAS*CO*45*40.00', 'CAS*PI*B13*10.00', 'CAS*PR*3*10.00', 'REF*6R*X1'],
      ...['SVC*HC:85025*30.00*0**1', 'CAS*OA*18*30.00', 'REF*6R*X2'],
    ]
    await load(payment({ paid: '60.00', claims }))
    expect(await readClaims('CPI1')).toMatchObject([
      { billed_cents: 15000, allowed_cents: 7000, discount_cents: 8000, plan_paid_cents: 6000, share_cents: 1000 },
    ])
  })

  test('FD-2 an amount held back from the payment is not part of the agreed price', async () => {
    await family('CMF')
    const claims = buildDecided(
      'CMF1',
      '1*150.00*94.00*24.00*12*26MF*11*1',
      'CAS*CO*45*30.00**253*2.00',
      'CAS*PR*2*24.00',
    )
    await load(payment({ paid: '94.00', claims }))
    expect(await readClaims('CMF1')).toMatchObject([
      { allowed_cents: 12000, discount_cents: 3200, plan_paid_cents: 9400, share_cents: 2400, adds_up: true },
    ])
  })

  test('FD-2 another insurance’s payment is no discount, whatever its group code', async () => {
    await family('CMG')
    const claims = buildDecided(
      'CMG1',
      '2*150.00*20.00*10.00*12*26MG*11*1',
      'CAS*CO*45*30.00**23*90.00',
      'CAS*PR*3*10.00',
    )
    await load(payment({ paid: '20.00', claims }))
    expect(await readClaims('CMG1')).toMatchObject([
      { allowed_cents: 12000, discount_cents: 3000, other_paid_cents: 9000, plan_paid_cents: 2000, share_cents: 1000 },
    ])
  })

  test('FD-2 the payment of a hospital stay is a hospital’s, although no line has a revenue code', async () => {
    await family('CMH')
    const claims = buildDecided(
      'CMH1',
      '1*9000.00*7000.00*500.00*12*26MH*11*1**470',
      'CAS*CO*45*1500.00',
      'CAS*PR*1*500.00',
    )
    await load(payment({ paid: '7000.00', claims: [...claims, 'MIA*0***7000.00'] }))
    expect(await readClaims('CMH1')).toMatchObject([{ type: 'institutional', category: 'hospital' }])
  })

  test.each([
    ['without a reason', [], 'CLX'],
    ['with its reason', ['CAS*OA*109*150.00'], 'CLY'],
  ] as const)('FD-2 another payer’s claim is refused, %s: the patient’s share is unknown', async (_, cas, contract) => {
    await family(contract)
    await load(
      payment({ paid: '0', claims: buildDecided(`${contract}1`, `23*150.00*0**12*26${contract}*11*1`, ...cas) }),
    )
    expect(await readClaims(`${contract}1`)).toMatchObject([
      { state: 'denied', billed_cents: 15000, discount_cents: null, plan_paid_cents: 0, share_cents: null },
    ])
  })

  test('FD-2 a share that its adjustments do not explain is shown as received, and reported', async () => {
    await family('CLZ')
    const claims = buildDecided('CLZ1', '1*150.00*75.00*50.00*12*26Z1*11*1', 'CAS*CO*45*30.00', 'CAS*PR*3*45.00')
    const { warnings } = await load(payment({ paid: '75.00', claims }))
    expect(warnings).toMatchObject([{ type: 'claim', reason: expect.stringContaining('CLP05'), count: 1 }])
    expect(await readClaims('CLZ1')).toMatchObject([{ share_cents: 5000, copay_cents: 4500, adds_up: false }])
  })

  test('FD-2 a patient whom a payment names without a number is found by REF 1W, unless that is a Social Security number', async () => {
    await family('CLO1W')
    const claim = (...who: readonly string[]) => [
      'CLP*ACC-1*1*150.00*75.00*45.00*12*26W1*11*1',
      ...who,
      'DTM*232*20261102',
    ]
    const [line] = [[...paidVisit, ...paidLaboratory]]
    await load(payment({ paid: '75.00', claims: [...claim('NM1*QC*1*ASK*LIV', 'REF*1W*CLO1W1'), ...line] }))
    expect(await readClaims('CLO1W2')).toMatchObject([{ ...expected, claim_number: '26W1' }])
    const secret = ['NM1*QC*1*ASK*LIV****34*123456789', 'REF*1W*123-45-6789']
    const { rejected } = await take(payment({ paid: '75.00', trace: 'T2', claims: [...claim(...secret), ...line] }))
    expect(rejected).toMatchObject([{ reason: expect.stringMatching(/names no member/) }])
  })

  test('FD-2 a payment that is not the sum of its claims is reported', async () => {
    await family('CLI')
    const { warnings } = await load(payment({ paid: '80.00', claims: buildPaidClaim('ACC-1', 'CLI1', '26P8') }))
    expect(warnings).toMatchObject([{ type: 'payment', count: 1 }])
  })

  test('FD-3 a dependent without a number is found on the contract; a claim of an unknown person waits for them', async () => {
    await family('CLJ')
    const child = ['HL*3*2*23*0', 'PAT*19', 'NM1*QC*1*ASK*LIV', 'DMG*D8*20140202*F']
    await load(bill({ member: 'CLJ1', account: 'ACC-2', patient: child }))
    expect(await readClaims('CLJ2')).toHaveLength(1)
    const counts = await load(bill({ member: 'CLK1', account: 'ACC-3' }))
    expect(counts).toMatchObject({
      created: 0,
      rejected: 0,
      skipped: 1,
      skips: [{ type: 'claim', reason: 'waits for its member', count: 1 }],
    })
    await family('CLK')
    expect(await readClaims('CLK1')).toHaveLength(1)
    expect(await takeWaiting(portal.database, new Date())).toBe(0)
  })
})

describe('FD-3 kinds of bills', () => {
  test('FD-3 a hospital’s bill has its stay, its codes and its revenue lines', async () => {
    await family('CLL')
    const claim = [
      'CLM*ACC-H*900.00***11:A:1**A*Y*Y',
      'DTP*434*RD8*20261001-20261004',
      'CL1*1*7*01',
      'HI*ABK:K3580:::::::Y',
      'HI*BBR:0DTJ4ZZ:D8:20261001',
      'HI*DR:343',
      ...[
        'LX*1',
        'SV2*0120**600.00*DA*3',
        'DTP*472*D8*20261001',
        'LX*2',
        'SV2*0360*HC:44970*300.00*UN*1',
        'DTP*472*D8*20261002',
      ],
    ]
    await load(bill({ member: 'CLL1', account: 'ACC-H', claim, version: '005010X223A2' }))
    const [one] = await readClaims('CLL1')
    expect(one).toMatchObject({
      type: 'institutional',
      category: 'hospital',
      service_from: '2026-10-01',
      service_to: '2026-10-04',
      billed_cents: 90000,
    })
    expect((await readLines(one?.claim_id ?? '')).map(({ code, quantity }) => [code, quantity])).toEqual([
      // Days in a room are no units.
      ['0120', null],
      ['44970', 1],
    ])
  })

  test('FD-3 a dentist’s bill has its teeth', async () => {
    await family('CLM')
    const claim = [
      'CLM*ACC-D*200.00***11:B:1*Y*A*Y*Y',
      'LX*1',
      'SV3*AD:D2392*200.00****1',
      'TOO*JP*3*M:O',
      'DTP*472*D8*20261102',
    ]
    await load(bill({ member: 'CLM1', account: 'ACC-D', claim, version: '005010X224A2' }))
    const [one] = await readClaims('CLM1')
    expect(one).toMatchObject({ type: 'oral', category: 'dental' })
    expect(await readLines(one?.claim_id ?? '')).toMatchObject([{ code: 'D2392', description: 'Tooth 3 MO' }])
  })

  test('FD-3 a bill that passes on our own decision is decided; adjustments of claim and lines repeat each other', async () => {
    await family('CLN')
    const claim = [
      'CLM*ACC-P*150.00***11:B:1*Y*A*Y*Y',
      'HI*ABK:J069',
      ...[
        'SBR*P*18*******CI',
        'CAS*CO*45*30.00',
        'CAS*PR*1*25.00**3*20.00',
        'AMT*D*75.00',
        'AMT*EAF*45.00',
        'OI***Y***Y',
      ],
      ...['NM1*IL*1*ASK*KNUT****MI*CLN1', 'NM1*PR*2*PLAINS HEALTH*****PI*PLAINS', 'DTP*573*D8*20261120', 'REF*F8*26P9'],
      ...[
        ...visit,
        'SVD*PLAINS*55.00*HC:99213**1',
        'CAS*CO*45*20.00',
        'CAS*PR*1*25.00**3*20.00',
        'DTP*573*D8*20261120',
      ],
      ...[...laboratory, 'SVD*PLAINS*20.00*HC:85025**1', 'CAS*CO*45*10.00', 'DTP*573*D8*20261120'],
    ]
    await load(bill({ member: 'CLN1', account: 'ACC-P', claim, version: '005010X298' }))
    expect(await readClaims('CLN1')).toMatchObject([
      { ...expected, claim_number: '26P9', state: 'paid', processed_on: '2026-11-20' },
    ])
    await load(payment({ paid: '75.00', claims: buildPaidClaim('ACC-P', 'CLN1', '26P9') }))
    expect(await readClaims('CLN1')).toMatchObject([{ ...expected, claim_number: '26P9' }])
  })

  test('FD-3 MP-14 sensitive care is hidden by its codes, as in FHIR', async () => {
    await family('CLO')
    const claim = ['CLM*ACC-S*150.00***11:B:1*Y*A*Y*Y', 'HI*ABK:F1120', ...visit]
    await load(bill({ member: 'CLO1', account: 'ACC-S', claim }))
    await load(bill({ member: 'CLO1', account: 'ACC-T' }))
    expect((await readClaims('CLO1')).map(({ claim_number, sensitive }) => [claim_number, sensitive])).toEqual([
      ['ACC-S', true],
      ['ACC-T', false],
    ])
  })

  test('FD-3 MP-14 all claims of a sender under 42 CFR Part 2 are sensitive, whatever another sender says about them', async () => {
    await family('CLP')
    await setSettings(portal.database, brand, { X12_PART2_SENDERS: 'Other; recoverycare' })
    const ofPart2 = (content: string) => content.replaceAll('PLAINSHEALTH', 'RECOVERYCARE')
    await load(ofPart2(bill({ member: 'CLP1', account: 'ACC-P' })))
    await load(bill({ member: 'CLP1', account: 'ACC-Q' }))
    const claims = ['CLP*ACC-P*1*150.00*75.00*45.00*12*26P1', 'NM1*QC*1*ASK*KNUT****MI*CLP1', 'DTM*232*20261102']
    await load(payment({ paid: '75.00', claims }))
    expect((await readClaims('CLP1')).map(({ claim_number, sensitive }) => [claim_number, sensitive])).toEqual([
      ['26P1', true],
      ['ACC-Q', false],
    ])
  })
})

describe('FD-2 FD-3 other signs of sensitive care, or of who paid', () => {
  let at = 0
  const isSensitive = async (content: (member: string) => string) => {
    const contract = `CLS${++at}`
    await family(contract)
    await load(content(`${contract}1`))
    return (await readClaims(`${contract}1`)).map(({ sensitive }) => sensitive)
  }
  const billWith = (claim: readonly string[], version?: string) => (member: string) =>
    bill({ member, account: 'ACC-S', claim, ...(version !== undefined && { version }) })
  const paid =
    (clp: string, ...lines: readonly string[]) =>
    (member: string) =>
      payment({
        paid: '75.00',
        claims: [clp, `NM1*QC*1*ASK*KNUT****MI*${member}`, 'DTM*232*20261102', ...lines],
      })
  const hospital = '005010X223A3'
  const stay = (revenue: string, ...more: readonly string[]) =>
    billWith(
      [
        'CLM*ACC-S*150.00***11:A:1*Y*A*Y*Y',
        ...more,
        'HI*ABK:J069',
        'LX*1',
        `SV2*${revenue}**150.00*UN*1`,
        'DTP*472*D8*20261102',
      ],
      hospital,
    )
  const line = (service: string, ...more: readonly string[]) =>
    billWith([
      'CLM*ACC-S*150.00***11:B:1*Y*A*Y*Y',
      'HI*ABK:J069',
      'LX*1',
      `SV1*${service}*150.00*UN*1***1`,
      ...more,
      'DTP*472*D8*20261102',
    ])

  test.each<[string, (member: string) => string]>([
    ['a revenue code of a bill', stay('0116')],
    ['a group of a bill', stay('0120', 'HI*DR:885')],
    ['a condition of a bill', stay('0120', 'HI*BG:AD')],
    ['going from a hospital to one for the mind', stay('0120', 'CL1*1*7*65')],
    ['a diagnosis behind another sign than ISA16 says', stay('0120', 'HI*ABF>F1120')],
    ['a diagnosis in an element of its own', stay('0120', 'HI*ABF*F1120*ABF*E119')],
    ['a diagnosis of ICD-10 under the qualifier of ICD-9', stay('0120', 'HI*BF:F1120')],
    ['a diagnosis of ICD-9 under the qualifier of ICD-10', stay('0120', 'HI*ABF:30400')],
    [
      'the type of a bill',
      billWith(
        ['CLM*ACC-S*150.00***76:A:1**A*Y*Y', 'HI*ABK:J069', 'LX*1', 'SV2*0510**150.00*UN*1', 'DTP*472*D8*20261102'],
        hospital,
      ),
    ],
    ['a place behind another sign', billWith(['CLM*ACC-S*150.00***53>B>1*Y*A*Y*Y', 'HI*ABK:J069', ...visit])],
    ['a procedure of a bill', stay('0120', 'HI*BBR:GZ58ZZZ:D8:20261102')],
    ['the place of a bill', billWith(['CLM*ACC-S*150.00***53:B:1*Y*A*Y*Y', 'HI*ABK:J069', ...visit])],
    [
      'the place of a line',
      billWith([
        'CLM*ACC-S*150.00***11:B:1*Y*A*Y*Y',
        'HI*ABK:J069',
        'LX*1',
        'SV1*HC:99213*150.00*UN*1*57**1',
        'DTP*472*D8*20261102',
      ]),
    ],
    ['a modifier', line('HC:99213:HE')],
    [
      'who gave the care',
      billWith([
        'CLM*ACC-S*150.00***11:B:1*Y*A*Y*Y',
        'HI*ABK:J069',
        'NM1*82*1*DOE*ANN',
        'PRV*PE*PXC*103TC0700X',
        ...visit,
      ]),
    ],
    ['who gave the care of a line', line('HC:99213', 'NM1*82*1*DOE*ANN', 'PRV*PE*PXC*2084P0800X')],
    [
      'a revenue code of a payment',
      paid('CLP*ACC-S*1*150.00*75.00*0*12*S26*11*1', 'SVC*NU:0906*150.00*75.00**1', 'CAS*CO*45*75.00'),
    ],
    ['a group of a payment', paid('CLP*ACC-S*1*150.00*75.00*0*12*S26*11*1**885', 'CAS*CO*45*75.00')],
    [
      'the provider’s note',
      billWith(['CLM*ACC-S*150.00***11:B:1*Y*A*Y*Y', 'NTE*ADD*TREATED FOR OPIOID ADDICTION', 'HI*ABK:J069', ...visit]),
    ],
    ['the note of a line', line('HC:99213', 'NTE*ADD*HIV CARE')],
    [
      'why an ambulance was needed',
      billWith([
        'CLM*ACC-S*150.00***41:B:1*Y*A*Y*Y',
        'CR1*LB*140*I*A*DH*12***PSYCHIATRIC HOLD*DANGER TO SELF',
        'HI*ABK:R4689',
        ...visit,
      ]),
    ],
    ['what a file adds to a line', line('HC:99213', 'K3*SUBSTANCE USE PROGRAM')],
    ['why a chiropractor was needed', line('HC:98940', 'CR2********M**TENSION WITH ANXIETY')],
    [
      'the type of bill of a payment',
      paid('CLP*ACC-S*1*150.00*75.00*0*12*S26*76*1', 'SVC*NU:0510*150.00*75.00**1', 'CAS*CO*45*75.00'),
    ],
    [
      'the place of a payment',
      paid('CLP*ACC-S*1*150.00*75.00*0*12*S26*53*1', 'SVC*HC:99213*150.00*75.00**1', 'CAS*CO*45*75.00'),
    ],
  ])('MP-14 %s alone makes a claim sensitive', async (_, content) => {
    expect(await isSensitive(content)).toEqual([true])
  })

  test.each<[string, (member: string) => string]>([
    ['another revenue code', stay('0120')],
    ['another note', stay('0120', 'NTE*ADD*PLEASE SEE ATTACHED')],
    ['going home from a hospital', stay('0120', 'CL1*1*7*01')],
    ['another condition', stay('0120', 'HI*BG:44')],
    ['another diagnosis behind another sign', stay('0120', 'HI*ABF>E119')],
    [
      'the type of a hospital’s bill',
      paid('CLP*ACC-S*1*150.00*75.00*0*12*S26*53*1', 'SVC*NU:0300*150.00*75.00**1', 'CAS*CO*45*75.00'),
    ],
    [
      'another kind of doctor',
      billWith([
        'CLM*ACC-S*150.00***11:B:1*Y*A*Y*Y',
        'HI*ABK:J069',
        'NM1*82*1*DOE*ANN',
        'PRV*PE*PXC*207Q00000X',
        ...visit,
      ]),
    ],
  ])('MP-14 %s does not', async (_, content) => {
    expect(await isSensitive(content)).toEqual([false])
  })

  test('MP-14 the NPI of whoever gave or ordered the care tells its kind, on the claim or on a line', async () => {
    const psychiatrist = {
      ...{ resourceType: 'Practitioner', id: 'x12-doctor', name: [{ text: 'Ann Doe' }] },
      identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: '1740796093' }],
      qualification: [{ code: { coding: [{ system: 'http://nucc.org/provider-taxonomy', code: '2084P0800X' }] } }],
    }
    await importFiles(portal.database, { 'who.ndjson': ndjson([psychiatrist]) }, { kind: 'fhir', brand })
    const buildNm1 = (kind: string, npi = '1740796093') => `NM1*${kind}*1*DOE*ANN****XX*${npi}`
    const head = ['CLM*ACC-S*150.00***11:B:1*Y*A*Y*Y', 'HI*ABK:J069']
    const place = 'NM1*77*2*MAIN CLINIC*****XX*1234567893'
    const clp = 'CLP*ACC-S*1*150.00*75.00*0*12*S26*11*1'
    const paidLine = ['SVC*HC:99213*150.00*75.00**1', 'CAS*CO*45*75.00']
    const found = [
      await isSensitive(billWith([...head, buildNm1('82'), place, ...visit])),
      await isSensitive(stay('0120', buildNm1('71'))),
      await isSensitive(line('HC:99213', buildNm1('82'))),
      await isSensitive(line('HC:99213', buildNm1('DK'))),
      await isSensitive(paid(clp, buildNm1('82'), ...paidLine)),
      await isSensitive(paid(clp, ...paidLine, 'REF*HPI*1740796093')),
      await isSensitive(billWith([...head, 'NM1*82*2*SUNRISE ADDICTION CENTER', place, ...visit])),
      await isSensitive(billWith([...head, buildNm1('82', '1003000126'), place, ...visit])),
    ]
    expect(found.flat()).toEqual([true, true, true, true, true, true, true, false])
  })

  test('MP-14 FD-1 an enrollment that restricts access to a member’s data makes all their claims sensitive, also earlier ones', async () => {
    await family('CON')
    const restrict = (code: string) => [
      `INS*N*19*001*25*A********${code}`,
      'REF*0F*CON',
      'REF*23*CON2',
      'NM1*IL*1*ASK*LIV',
    ]
    const read = async () => (await readClaims('CON2')).map(({ claim_number, sensitive }) => [claim_number, sensitive])
    const child = ['HL*3*2*23*0', 'PAT*19', 'NM1*QC*1*ASK*LIV', 'DMG*D8*20140202*F']
    await load(bill({ member: 'CON1', account: 'ACC-1', patient: child }))
    await load(enrollment(restrict('R')))
    expect(await read()).toEqual([['ACC-1', true]])
    await load(bill({ member: 'CON1', account: 'ACC-2', patient: child }))
    expect(await read()).toEqual([
      ['ACC-1', true],
      ['ACC-2', true],
    ])
    await load(enrollment(restrict('')))
    expect(await read()).toContainEqual(['ACC-1', true])
    await load(enrollment(restrict('U')))
    expect(await read()).toEqual([
      ['ACC-1', false],
      ['ACC-2', false],
    ])
  })

  // CARC 187: the payer includes 30.00 of the patient's account in its own payment, or says that the account will pay it.
  test.each([
    ['which the payer has paid out', '30.00', '50.00', 'CAS*PR*1*80.00**187*-30.00'],
    ['beside a share that does not know of it', '30.00', '80.00', 'CAS*PR*1*80.00**187*-30.00'],
    ['of the group that has nothing to do with a share', '30.00', '80.00', 'CAS*PR*1*80.00~CAS*OA*187*-30.00'],
    ['which is left for the account', '0', '80.00', 'CAS*PR*1*50.00**187*30.00'],
  ])(
    'FD-2 MP-4 an account’s payment of a part, %s, reduces what is owed and no other amount',
    async (_, cents, share, said) => {
      const contract = `CLW${++at}`
      await family(contract)
      const claims = [
        `CLP*ACC-W*1*100.00*${cents}*${share}*12*W26*11*1`,
        `NM1*QC*1*ASK*KNUT****MI*${contract}1`,
        'DTM*232*20261102',
        `SVC*HC:99213*100.00*${cents}**1`,
        'DTM*472*20261102',
        'CAS*CO*45*20.00',
        ...said.split('~'),
      ]
      await load(payment({ paid: cents, claims }))
      const [claim] = await readClaims(`${contract}1`)
      expect(claim).toMatchObject({
        billed_cents: 10000,
        allowed_cents: 8000,
        discount_cents: 2000,
        plan_paid_cents: 0,
        share_cents: 8000,
        adds_up: true,
        details: { accountPaid: 3000 },
      })
      expect(claim?.not_covered_cents ?? 0).toBe(0)
      expect(claim?.deductible_cents).toBe(said.includes('-30') ? 8000 : 5000)
      const [first] = await readLines(claim?.claim_id ?? '')
      expect(first).toMatchObject({ denied: false, figures: { planPaid: 0, share: 8000, addsUp: true } })
      expect(first?.figures.notCovered ?? 0).toBe(0)
    },
  )
})

test('FD-2 MP-4 a claim that an earlier version built without its account is rebuilt', async () => {
  const contract = 'CLV1'
  await family(contract)
  const claims = [
    'CLP*ACC-W*1*100.00*30.00*50.00*12*W26*11*1',
    `NM1*QC*1*ASK*KNUT****MI*${contract}1`,
    ...['DTM*232*20261102', 'SVC*HC:99213*100.00*30.00**1', 'DTM*472*20261102', 'CAS*CO*45*20.00'],
    'CAS*PR*1*80.00**187*-30.00',
  ]
  await load(payment({ paid: '30.00', claims }))
  const [made] = await readClaims(`${contract}1`)
  // As an earlier version built it.
  await sql`with earlier as (update claim_version set content_hash = '\\x01', resource = resource - 'total' where claim_id = ${made?.claim_id})
    update claim set content_hash = '\\x01', plan_paid_cents = 3000, share_cents = 5000, not_covered_cents = -3000, details = '{}'
    where claim_id = ${made?.claim_id}`.execute(portal.database.read)
  await sql`update sensitivity_review set edition = 'earlier'`.execute(portal.database.read)
  await reviewStored(portal.database)
  const [again] = await readClaims(`${contract}1`)
  expect(again).toMatchObject({ plan_paid_cents: 0, share_cents: 8000, details: { accountPaid: 3000 } })
  expect(again?.claim_id).toBe(made?.claim_id)
})

describe('FD-2 the same claim in FHIR', () => {
  test.each([
    ['of the claim', 'first', 'REF*G1*PA-77', []],
    ['of the claim', 'last', 'REF*G1*PA-77', []],
    ['of the claim as a referral', 'first', 'REF*9F*PA-77', []],
    ['of a line', 'first', '', ['REF*G1*PA-77']],
    ['of a line', 'last', '', ['REF*G1*PA-77']],
  ] as const)(
    'FD-3 MP-14 a bill is as sensitive as the approval that it names by its number %s, which comes %s',
    async (_, order, ofClaim, ofLine) => {
      const member = `CLA${++approved}1`
      await family(`CLA${approved}`)
      const [patient, claim] = fhir(member, `PA-claim-${member}`, '2026-10-20')
      const approval = {
        ...claim,
        use: 'preauthorization',
        preAuthRef: ['PA-77'],
        meta: { security: [{ code: 'ETH' }] },
      }
      const describeClaim = (account: string, ...more: readonly string[]) => [
        `CLM*${account}*150.00***11:B:1*Y*A*Y*Y`,
        ...(more.length > 0 && ofClaim ? [ofClaim] : []),
        'HI*ABK:J069',
        ...visit,
        ...(more.length > 0 ? ofLine : []),
      ]
      if (order === 'first') await loadFhir([patient ?? {}, approval])
      await load(bill({ member, account: `${member}-A`, claim: describeClaim(`${member}-A`, 'named') }))
      await load(bill({ member, account: `${member}-B`, claim: describeClaim(`${member}-B`) }))
      if (order === 'last') await loadFhir([patient ?? {}, approval])
      expect((await readClaims(member)).map(({ claim_number, sensitive }) => [claim_number, sensitive])).toEqual([
        [`${member}-A`, true],
        [`${member}-B`, false],
      ])
    },
  )

  const money = (code: string, value: number) => ({
    category: { coding: [{ code }] },
    amount: { value, currency: 'USD' },
  })
  const fhir = (member: string, number: string, created: string) => [
    {
      resourceType: 'Patient',
      id: `p-${member}`,
      identifier: [{ type: { coding: [{ code: 'MB' }] }, value: member }],
      name: [{ family: 'ASK', given: ['KNUT'] }],
      birthDate: '1981-01-01',
    },
    {
      resourceType: 'ExplanationOfBenefit',
      id: `eob-${member}`,
      status: 'active',
      use: 'claim',
      outcome: 'complete',
      type: { coding: [{ code: 'professional' }] },
      identifier: [{ type: { coding: [{ code: 'uc' }] }, value: number }],
      patient: { reference: `Patient/p-${member}` },
      billablePeriod: { start: '2026-11-02' },
      created,
      total: [money('submitted', 150), money('benefit', 75), money('memberliability', 45)],
    },
  ]
  const loadFhir = (resources: readonly object[]) =>
    importFiles(portal.database, { 'some.ndjson': ndjson(resources) }, { kind: 'fhir', brand })

  beforeAll(async () => {
    await family('CLQ')
  })

  test.each([
    ['first', 'CLQ1', '26Q1'],
    ['last', 'CLQ2', '26Q2'],
  ])('FD-2 it is shown once, from FHIR, if that comes %s and is no older', async (order, member, number) => {
    const paid = payment({
      paid: '75.00',
      claims: buildPaidClaim(`ACC-${number}`, member, number).with(
        1,
        `NM1*QC*1*ASK*${member === 'CLQ1' ? 'KNUT' : 'LIV'}****MI*${member}`,
      ),
    })
    const resources = fhir(member, number, '2026-11-25').map((one) =>
      one.resourceType === 'Patient' && member === 'CLQ2'
        ? { ...one, name: [{ family: 'ASK', given: ['LIV'] }], birthDate: '2014-02-02' }
        : one,
    )
    if (order === 'first') await loadFhir(resources)
    await load(paid)
    if (order === 'last') await loadFhir(resources)
    expect((await readClaims(member)).map(({ resource_id }) => resource_id)).toEqual([`eob-${member}`])
  })

  test.each([
    ['first', '26S1'],
    ['last', '26S2'],
  ])(
    'FD-2 MP-14 a label in FHIR, which comes %s, applies to a later payment for the same claim',
    async (order, number) => {
      await family(`CL${number}`)
      const member = `CL${number}1`
      const labeled = fhir(member, number, '2026-11-20').map((one) =>
        one.resourceType === 'Patient' ? one : { ...one, meta: { security: [{ code: 'ETH' }] } },
      )
      const paid = payment({ paid: '75.00', claims: buildPaidClaim(`ACC-${number}`, member, number) })
      if (order === 'first') await loadFhir(labeled)
      await load(paid)
      if (order === 'last') await loadFhir(labeled)
      expect((await readClaims(member)).map(({ resource_id: id, sensitive }) => [id.slice(0, 4), sensitive])).toEqual([
        ['x12-', true],
      ])
      await sql`update sensitivity_review set edition = 'earlier' where brand = ${brand}`.execute(portal.database.read)
      await reviewStored(portal.database)
      expect((await readClaims(member)).map(({ sensitive }) => sensitive)).toEqual([true])
    },
  )

  test('FD-2 a later payment replaces FHIR’s data', async () => {
    await family('CLR')
    await loadFhir(fhir('CLR1', '26R1', '2026-11-20'))
    await load(payment({ paid: '75.00', claims: buildPaidClaim('ACC-R', 'CLR1', '26R1') }))
    const claims = await readClaims('CLR1')
    expect(claims.map(({ resource_id }) => resource_id.slice(0, 4))).toEqual(['x12-'])
  })
})
