import { beforeAll, describe, expect, test } from 'vitest'
import { importFiles } from '../../../../../test/importing.ts'
import { testPortal } from '../../../../../test/portal.ts'
import { enrollment, x12 } from '../../../../../test/x12.ts'

const portal = testPortal()
const brand = 'ndbcbs'
const members = 'ABCDEFGHIJKLMNOPQRSTU'.split('').map((one) => `ONE${one}1`)

beforeAll(async () => {
  const people = members.flatMap((member) => [
    ...['INS*Y*18*021*28*A', `REF*0F*${member.slice(0, 4)}`, 'REF*1L*G-1', `REF*23*${member}`],
    ...['NM1*IL*1*ASK*KNUT', 'DMG*D8*19810101*M', 'HD*021**HLT*GOLD*FAM', 'DTP*348*D8*20260101'],
  ])
  await load(enrollment(people))
})

async function load(content: string): Promise<void> {
  const taken = await importFiles(portal.database, { 'claims.x12': content }, { kind: 'x12', brand })
  expect(taken.rejected).toEqual([])
}

const visit = ['LX*1', 'SV1*HC:99213*120*UN*1***1', 'DTP*472*D8*20261102']
const laboratory = ['LX*2', 'SV1*HC:85025*30*UN*1***1', 'DTP*472*D8*20261102']

interface Billed {
  /** CLM01 and its unusual parts. */
  readonly claim?: string
  readonly diagnosis?: string
  readonly more?: readonly string[]
  readonly lines?: readonly string[]
  readonly sent?: string
}

function bill(member: string, { claim = 'A*150', diagnosis = 'J069', more = [], lines, sent }: Billed = {}): string {
  const [account, dollars, frequency = '1', program = ''] = claim.split('*')
  return x12(
    {
      set: '837',
      segments: [
        ...['BHT*0019*00*S1*20261115*1023*CH', 'NM1*40*2*PLAINS HEALTH*****46*PLAINS', 'HL*1**20*1'],
        ...['NM1*85*2*PRAIRIE CLINIC*****XX*1234567893', 'HL*2*1*22*0', 'SBR*P*18*G-1******CI'],
        ...[`NM1*IL*1*ASK*KNUT****MI*${member}`, 'DMG*D8*19810101*U', 'NM1*PR*2*PLAINS HEALTH*****PI*PLAINS'],
        `CLM*${account}*${dollars}***11:B:${frequency}*Y*A*Y*Y***${program}`,
        ...more,
        `HI*ABK:${diagnosis}`,
        ...(lines ?? [...visit, ...laboratory]),
      ],
    },
    sent === undefined ? {} : { sent },
  )
}

const buildDecided = (member: string, clp: string, ...segments: readonly string[]) => [
  ...[`CLP*${clp}`, `NM1*QC*1*ASK*KNUT****MI*${member}`, 'DTM*232*20261102'],
  ...segments,
]
const paidVisit = ['SVC*HC:99213*120*75**1', 'DTM*472*20261102', 'CAS*CO*45*25', 'CAS*PR*3*20']
const paidLaboratory = ['SVC*HC:85025*30*20**1', 'DTM*472*20261102', 'CAS*CO*45*10']

const pay = (claims: readonly string[], on = '20261125') =>
  x12(
    {
      set: '835',
      segments: [
        ...[`BPR*I*0*C*ACH************${on}`, `TRN*1*T${on}*1450000022`, `DTM*405*${on}`],
        ...['N1*PR*PLAINS HEALTH', 'N1*PE*PRAIRIE CLINIC*XX*1234567893', 'LX*1', ...claims],
      ],
    },
    { sent: `${on}*0300` },
  )

async function readClaims(member: string) {
  const claims = await portal.database.read
    .selectFrom('claim')
    .innerJoin('member', 'member.member_id', 'claim.member_id')
    .selectAll('claim')
    .where('brand', '=', brand)
    .where('member_number', '=', member)
    .orderBy('claim_number')
    .execute()
  const lines = await portal.database.read
    .selectFrom('claim_line')
    .selectAll()
    .where(
      'claim_id',
      'in',
      claims.map((one) => one.claim_id),
    )
    .orderBy('line')
    .execute()
  return claims.map((one) => ({
    ...one,
    lines: lines
      .filter(({ claim_id }) => claim_id === one.claim_id)
      .map(({ code, figures, details }) => [code, figures.billed, details.reasons.map((why) => why.code).join()]),
  }))
}

const readShown = async (member: string) =>
  (await readClaims(member)).filter(({ state }) => state !== 'replaced' && state !== 'cancelled')

describe('FD-2 FD-3 several claims of one bill', () => {
  const first = (member: string) => buildDecided(member, 'A*1*120*75*20*12*N1*11*1', ...paidVisit)
  const second = (member: string) => buildDecided(member, 'A*1*30*20*0*12*N2*11*1', ...paidLaboratory)

  test.each([
    ['the bill first', 'ONEA1', (m: string) => [bill(m), pay(first(m)), pay(second(m), '20261126')]],
    ['the bill last', 'ONEB1', (m: string) => [pay([...first(m), ...second(m)]), bill(m)]],
    ['all of the payment at once', 'ONEC1', (m: string) => [bill(m), pay([...second(m), ...first(m)])]],
  ])('FD-2 a bill that the payer has split is two claims, each with its own lines alone: %s', async (_, m, files) => {
    for (const file of files(m)) await load(file)
    expect(await readClaims(m)).toMatchObject([
      {
        claim_number: 'N1',
        billed_cents: 12000,
        plan_paid_cents: 7500,
        share_cents: 2000,
        lines: [['99213', 12000, '45,3']],
      },
      { claim_number: 'N2', billed_cents: 3000, plan_paid_cents: 2000, share_cents: 0, lines: [['85025', 3000, '45']] },
    ])
  })

  test('FD-2 an undecided part of a split bill is not part of another service', async () => {
    await load(bill('ONED1'))
    await load(pay(first('ONED1')))
    expect(await readClaims('ONED1')).toMatchObject([
      {
        billed_cents: 12000,
        lines: [
          ['99213', 12000, '45,3'],
          ['85025', 3000, ''],
        ],
      },
    ])
  })

  test('FD-3 MP-14 the diagnoses of a bill belong to all claims into which the payer has split it', async () => {
    await load(pay([...first('ONEE1'), ...second('ONEE1')]))
    expect(await readClaims('ONEE1')).toMatchObject([{ sensitive: false }, { sensitive: false }])
    await load(bill('ONEE1', { diagnosis: 'F1120' }))
    expect(await readClaims('ONEE1')).toMatchObject([{ sensitive: true }, { sensitive: true }])
  })
})

describe('FD-2 FD-3 the decision on a bill that replaces another one', () => {
  const original = (m: string) => buildDecided(m, 'A*1*150*95*20*12*N1*11*1', ...paidVisit, ...paidLaboratory)
  const back = (m: string) => buildDecided(m, 'A*22*-150*-95**12*N1*11*1')
  // Without REF F8, which payers may leave out.
  const buildCorrected = (m: string) => buildDecided(m, 'A*1*120*75*20*12*N2*11*7', ...paidVisit)
  const replacement = (m: string) =>
    bill(m, { claim: 'A*120*7', more: ['REF*F8*N1'], lines: visit, sent: '20261126*0200' })

  test.each([
    [
      'ONEF1',
      (m: string) => [bill(m), pay(original(m)), replacement(m), pay([...back(m), ...buildCorrected(m)], '20261127')],
    ],
    [
      'ONEG1',
      (m: string) => [bill(m), pay(original(m)), pay([...back(m), ...buildCorrected(m)], '20261127'), replacement(m)],
    ],
  ])('FD-3 is one claim with it under its new number, whichever comes first (%s)', async (m, files) => {
    for (const file of files(m)) await load(file)
    expect(await readShown(m)).toMatchObject([
      { claim_number: 'N2', state: 'adjusted', billed_cents: 12000, plan_paid_cents: 7500, share_cents: 2000 },
    ])
  })
})

describe('FD-2 whom the plan has paid, and what is a share', () => {
  const line = ['SVC*HC:99213*100*0**1', 'DTM*472*20261102']
  test.each([
    ['ONEH1', 'A*1*100*0*20*12*N1*11*1', ['CAS*OA*100*60', 'CAS*CO*45*20', 'CAS*PR*2*20']],
    ['ONEI1', 'A*1*100*0*80*12*N1*11*1', ['CAS*CO*45*20', 'CAS*PR*100*60**2*20']],
    ['ONET1', 'A*1*100*0*20*12*N1*11*1', ['CAS*CO*45*20', 'CAS*PR*100*60**2*20']],
  ])(
    'FD-2 a payment to the patient (CARC 100) is paid by the plan, and neither a discount nor owed (%s)',
    async (m, clp, said) => {
      await load(pay(buildDecided(m, clp, ...line, ...said)))
      expect(await readClaims(m)).toMatchObject([
        {
          ...{
            state: 'paid',
            plan_paid_cents: 6000,
            discount_cents: 2000,
            allowed_cents: 8000,
            coinsurance_cents: 2000,
          },
          ...{ share_cents: 2000, not_covered_cents: null, adds_up: true, payee: 'subscriber' },
        },
      ])
    },
  )

  test.each([
    ['ONEJ1', '142'],
    ['ONEK1', '178'],
  ])('FD-2 a Medicaid patient’s own payment (%s, CARC %s) is a share, and no refusal', async (m, code) => {
    await load(pay(buildDecided(m, 'A*1*100*0*60*12*N1*11*1', ...line, 'CAS*CO*45*40', `CAS*PR*${code}*60`)))
    expect(await readClaims(m)).toMatchObject([{ state: 'paid', not_covered_cents: null, share_cents: 6000 }])
  })

  test('FD-2 MP-14 a payment reduced for psychiatric care (CARC 122) is sensitive', async () => {
    await load(pay(buildDecided('ONEU1', 'A*1*100*40*20*12*N1*11*1', ...line, 'CAS*CO*45*40', 'CAS*PR*122*20')))
    expect(await readClaims('ONEU1')).toMatchObject([{ sensitive: true, share_cents: 2000 }])
  })
})

describe('FD-3 MP-14 signs of sensitive care without a code', () => {
  const lines = (sv1: string) => ['LX*1', `SV1*${sv1}`, 'DTP*472*D8*20261102']
  test.each<[string, string, Billed]>([
    [
      'ONEL1',
      'a drug by the description of an unlisted code',
      { lines: lines('HC:J3490:::::VIVITROL 380 MG*150*UN*1***1') },
    ],
    [
      'ONEM1',
      'care by the description of an unlisted code',
      { lines: lines('HC:99199:::::SUBSTANCE ABUSE COUNSELING*150*UN*1***1') },
    ],
    ['ONEN1', 'family planning (SV112)', { lines: lines('HC:99213*150*UN*1***1*****Y') }],
    ['ONEO1', 'the program of an abortion (CLM12)', { claim: 'A*150*1*07' }],
  ])('FD-3 MP-14 %s: %s', async (m, _, said) => {
    await load(bill(m, said))
    expect(await readClaims(m)).toMatchObject([{ sensitive: true }])
  })

  test('FD-3 an unlisted code has the bill’s description, and hides nothing by itself', async () => {
    await load(bill('ONEP1', { lines: lines('HC:99199:::::SPECIAL REPORT*150*UN*1***1') }))
    expect(await readClaims('ONEP1')).toMatchObject([{ sensitive: false, lines: [['99199', 15000, '']] }])
    const { description } = await portal.database.read
      .selectFrom('claim_line')
      .innerJoin('member', 'member.member_id', 'claim_line.member_id')
      .select('description')
      .where('member_number', '=', 'ONEP1')
      .executeTakeFirstOrThrow()
    expect(description).toBe('SPECIAL REPORT')
  })

  test('FD-2 MP-14 a payment that names an approval of sensitive care is sensitive', async () => {
    const authorization = {
      resourceType: 'ExplanationOfBenefit',
      id: 'one-approval',
      ...{ status: 'active', use: 'preauthorization', outcome: 'complete', created: '2026-10-01' },
      patient: { reference: 'Patient/one-q' },
      preAuthRef: ['PA-ONE-1'],
      item: [
        { sequence: 1, productOrService: { coding: [{ system: 'http://www.ama-assn.org/go/cpt', code: '90837' }] } },
      ],
    }
    const person = {
      resourceType: 'Patient',
      id: 'one-q',
      identifier: [{ type: { coding: [{ code: 'MB' }] }, value: 'ONEQ1' }],
      name: [{ family: 'Ask', given: ['Knut'] }],
      birthDate: '1981-01-01',
    }
    const content = [person, authorization].map((one) => `${JSON.stringify(one)}\n`).join('')
    await importFiles(portal.database, { 'approval.ndjson': content }, { kind: 'fhir', brand })
    await load(pay(buildDecided('ONEQ1', 'A*1*120*75*20*12*N1*11*1', 'REF*G1*PA-ONE-1', ...paidVisit)))
    expect(await readClaims('ONEQ1')).toMatchObject([{ sensitive: true }])
  })
})
