import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { importFiles } from '../../../../../test/importing.ts'
import { testPortal } from '../../../../../test/portal.ts'
import { enrollment, x12 } from '../../../../../test/x12.ts'

const portal = testPortal()
const brand = 'ndbcbs'

beforeAll(async () => {
  const people = 'ABCDEFGHIJ'
    .split('')
    .flatMap((one) => [
      ...['INS*Y*18*021*28*A', `REF*0F*COD${one}`, 'REF*1L*G-1', `REF*23*COD${one}1`, 'NM1*IL*1*ASK*KNUT'],
      ...['DMG*D8*19810101*M', 'HD*021**HLT*GOLD*FAM', 'DTP*348*D8*20260101'],
    ])
  await load(enrollment(people))
})

async function take(content: string) {
  const answers = mkdtempSync(join(tmpdir(), 'portico-answers-'))
  const { counts, rejected } = await importFiles(
    portal.database,
    { 'claims.x12': content },
    { kind: 'x12', brand, answers },
  )
  const lines = readdirSync(answers).flatMap((name) => readFileSync(join(answers, name), 'utf8').split('~\n'))
  return {
    counts,
    rejected: rejected.map(({ path, reason }) => `${path} ${reason}`),
    answer: lines.filter((one) => one.startsWith('IK4')),
  }
}
async function load(content: string) {
  const { rejected, counts } = await take(content)
  expect(rejected).toEqual([])
  return counts
}

/** A payment of claims, each by CLP02 and everything after it. */
function pay(
  paid: string,
  claims: readonly (readonly string[])[],
  { sent, madeOut = '20261125' }: { readonly sent?: string; readonly madeOut?: string } = {},
): string {
  return x12({
    set: '835',
    segments: [
      ...[`BPR*I*${paid}*C*CHK************${sent ?? madeOut}`, 'TRN*1*T1*1450000022', `DTM*405*${madeOut}`],
      ...['N1*PR*PLAINS HEALTH', 'N1*PE*PRAIRIE CLINIC*XX*1234567893', 'LX*1', ...claims.flat()],
    ],
  })
}
const decide = (member: string, clp: string, ...segments: string[]) => [
  ...[`CLP*${clp}`, `NM1*QC*1*ASK*KNUT****MI*${member}`, 'DTM*232*20261102', ...segments],
]

function bill(
  member: string,
  { version = '005010X223A2', sent = '20261126*0200' }: { readonly version?: string; readonly sent?: string },
  ...claim: string[]
): string {
  return x12(
    {
      set: '837',
      version,
      segments: [
        ...['BHT*0019*00*S1*20261115*1023*CH', 'NM1*40*2*PLAINS HEALTH*****46*PLAINS', 'HL*1**20*1'],
        ...['NM1*85*2*PRAIRIE CLINIC*****XX*1234567893', 'HL*2*1*22*0', 'SBR*S*18*G******CI'],
        ...[`NM1*IL*1*ASK*KNUT****MI*${member}`, 'DMG*D8*19810101*M', 'NM1*PR*2*PLAINS HEALTH*****PI*PLAINS'],
        ...claim,
      ],
    },
    { sent },
  )
}

const readClaims = (member: string) =>
  portal.database.read
    .selectFrom('claim')
    .innerJoin('member', 'member.member_id', 'claim.member_id')
    .selectAll('claim')
    .where('brand', '=', brand)
    .where('member_number', '=', member)
    .orderBy('billed_cents')
    .execute()

async function readReasons(member: string) {
  const [claim] = await readClaims(member)
  const lines = await portal.database.read
    .selectFrom('claim_line')
    .select(['details', 'figures'])
    .where('claim_id', '=', claim?.claim_id ?? '')
    .orderBy('line')
    .execute()
  return lines.map(({ details, figures }) => ({ reasons: details.reasons.map(({ code }) => code), figures }))
}

describe('FD-2 states of a claim in a payment (CLP02)', () => {
  test('FD-2 FD-4 only a decision is taken for one; the sender is told of any other state', async () => {
    const states = ['5', '10', '13', '27', '99']
    const claims = states.map((state) => decide('CODA1', `P${state}*${state}*100*0*0*12*CODA${state}*11*1`))
    const paid = decide('CODA1', 'P1*1*100*80*20*12*CODAP*11*1', 'CAS*PR*1*20')
    const { rejected, answer } = await take(pay('80', [...claims, paid]))
    expect(rejected).toHaveLength(states.length)
    expect(rejected[0]).toMatch(/CLP02, claim status.*is none that decides a claim \(1, 2, 3, 4, 19, 20, 21, 22, 23\)/)
    expect(answer).toEqual(states.map((state) => `IK4*2**7*${state}`))
    expect(await readClaims('CODA1')).toMatchObject([{ claim_number: 'CODAP', state: 'paid', share_cents: 2000 }])
  })

  test('FD-2 a state with a leading zero is the same state', async () => {
    await load(pay('0', [decide('CODB1', 'D1*04*100*0*100*12*CODBN*11*1', 'CAS*PR*1*100')]))
    expect(await readClaims('CODB1')).toMatchObject([{ state: 'denied', share_cents: 10_000 }])
  })
})

describe('FD-3 bills for late charges and for parts of a stay', () => {
  const charge = (dollars: string, frequency: string, revenue: string) => [
    `CLM*L1*${dollars}***13:A:${frequency}*Y*A*Y*Y`,
    ...['DTP*434*RD8*20261102-20261103', 'CL1*1*1*01', 'HI*ABK:J069', 'LX*1'],
    ...[`SV2*${revenue}**${dollars}*UN*1`, 'DTP*472*D8*20261102'],
  ]

  test('FD-3 late charges (CLM05-3 5) are a claim of their own, and the first bill keeps its charge', async () => {
    await load(bill('CODC1', {}, ...charge('1000', '1', '0450')))
    await load(bill('CODC1', { sent: '20261127*0200' }, ...charge('50', '5', '0250')))
    const inProgress = { state: 'in-progress' }
    expect(await readClaims('CODC1')).toMatchObject([
      { billed_cents: 5000, ...inProgress },
      { billed_cents: 100_000, ...inProgress },
    ])
    const line = (code: string, dollars: string, paid: string, discount: string) => [
      ...[`SVC*NU:${code}*${dollars}*${paid}**1`, 'DTM*472*20261102', `CAS*CO*45*${discount}`],
    ]
    await load(
      pay('740', [
        decide('CODC1', 'L1*1*1000*700*0*12*CODCN1*13*1', ...line('0450', '1000', '700', '300')),
        decide('CODC1', 'L1*1*50*40*0*12*CODCN2*13*5', ...line('0250', '50', '40', '10')),
      ]),
    )
    expect(await readClaims('CODC1')).toMatchObject([
      { billed_cents: 5000, plan_paid_cents: 4000, claim_number: 'CODCN2' },
      { billed_cents: 100_000, plan_paid_cents: 70_000, claim_number: 'CODCN1' },
    ])
    expect(await readReasons('CODC1')).toMatchObject([{ reasons: ['45'], figures: { billed: 5000, planPaid: 4000 } }])
  })
})

test('FD-3 a line that only another payer has decided is not our decision', async () => {
  const medicare = ['SBR*P*18*******MB', 'AMT*D*80', 'NM1*IL*1*ASK*KNUT****MI*M1', 'NM1*PR*2*MEDICARE*****PI*MCARE']
  const own = ['SBR*S*18*******CI', 'CAS*OA*23*130', 'AMT*D*20', 'AMT*EAF*0', 'NM1*IL*1*ASK*KNUT****MI*CODD1']
  const line = ['LX*1', 'SV1*HC:99213*150*UN*1***1', 'DTP*472*D8*20261102']
  const svd = ['SVD*MCARE*80*HC:99213**1', 'CAS*CO*45*50', 'CAS*PR*2*20', 'DTP*573*D8*20261110']
  await load(
    bill(
      'CODD1',
      { version: '005010X298' },
      ...['CLM*X1*150***11:B:1*Y*A*Y*Y', 'HI*ABK:J069', ...medicare, ...own],
      ...['NM1*PR*2*PLAINS HEALTH*****PI*PLAINS', 'DTP*573*D8*20261120', 'REF*F8*CODDN', ...line, ...svd],
    ),
  )
  expect(await readClaims('CODD1')).toMatchObject([
    {
      ...{ claim_number: 'CODDN', billed_cents: 15_000, plan_paid_cents: 2000, share_cents: 0 },
      ...{ discount_cents: 0, coinsurance_cents: null, adds_up: true },
    },
  ])
  expect(await readReasons('CODD1')).toMatchObject([{ reasons: [], figures: { planPaid: null } }])
})

/** The id of the pharmacy's part in the release before, which read neither the code nor the day of the check. */
const idOnce = '63d98f46a4bf24a9412337340740307340f573c5e8b0161725d3f29504705b6d'

test('FD-2 MP-8 a pharmacy’s reject code is among the reasons, and payments from before it was read are the same', async () => {
  const refused = ['SVC*N4:00002143380*100*0**30', 'DTM*472*20261102', 'CAS*CO*16*100', 'LQ*RX*70', 'LQ*HE*M119']
  const file = () => pay('0', [decide('CODE1', 'R1*4*100*0*0*13*CODEN*01*1', ...refused)], { sent: '20261201' })
  await load(file())
  expect(await readReasons('CODE1')).toMatchObject([{ reasons: ['16', 'NCPDP 70', 'M119'] }])
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from x12_claim_part`.execute(
    portal.database.read,
  )
  await sql`update x12_claim_part set part_id = decode(${idOnce}, 'hex'),
    content = content #- '{decision,sentOn}' #- '{lines,0,remarks,0}' where payer_number = 'CODEN'`.execute(
    portal.database.read,
  )
  expect(await load(file())).toMatchObject({ created: 0, updated: 1 })
  expect(await load(file())).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
  const after = await sql<{ count: number }>`select count(*)::int as count from x12_claim_part`.execute(
    portal.database.read,
  )
  expect(after.rows).toEqual(rows)
})

test('FD-2 the payment has the day of its check or transfer, and the decision its own', async () => {
  const claim = decide('CODF1', 'B1*1*100*80*20*12*CODFN*11*1', 'CAS*PR*1*20')
  await load(pay('80', [claim], { sent: '20261203' }))
  expect(await readClaims('CODF1')).toMatchObject([{ processed_on: '2026-11-25', paid_on: '2026-12-03' }])
})

test('FD-1 an interchange that says that it is a test is reported', async () => {
  const claim = decide('CODG1', 'B1*1*100*80*20*12*CODGN*11*1', 'CAS*PR*1*20')
  const { warnings } = await load(pay('80', [claim]).replace('*0*P*:', '*0*T*:'))
  expect(warnings).toMatchObject([{ type: 'interchange', reason: expect.stringContaining('ISA15 T') }])
})

test('FD-2 IM-2 the parts of a claim that one payment splits are one decision', async () => {
  const part = (code: string, dollars: string, paid: string, share: string) =>
    decide(
      'CODH1',
      `B1*1*${dollars}*${paid}*${share}*12*CODHN*11*1`,
      ...[`SVC*HC:${code}*${dollars}*${paid}**1`, 'DTM*472*20261102', `CAS*PR*1*${share}`],
    )
  await load(pay('120', [part('99213', '100', '80', '20'), part('85025', '50', '40', '10')]))
  expect(await readClaims('CODH1')).toMatchObject([{ billed_cents: 15_000, share_cents: 3000, state: 'paid' }])
})

test('FD-2 FD-3 a line is the billed one although the payer leaves out its modifiers', async () => {
  const lines = ['25', '59'].flatMap((modifier, at) => [
    ...[`LX*${at + 1}`, `SV1*HC:97110:${modifier}*150*UN*1***1`, 'DTP*472*D8*20261102'],
  ])
  await load(bill('CODI1', { version: '005010X222A1' }, 'CLM*M1*300***11:B:1*Y*A*Y*Y', 'HI*ABK:J069', ...lines))
  const buildLine = (code: string, cents: string, copay: string) => [
    ...[`SVC*HC:${code}*150*${cents}**1`, 'DTM*472*20261102', `CAS*PR*3*${copay}`],
  ]
  await load(
    pay('230', [
      decide(
        'CODI1',
        'M1*1*300*230*70*12*CODIN*11*1',
        ...buildLine('97110', '130', '20'),
        ...buildLine('97110:25', '100', '50'),
      ),
    ]),
  )
  const found = await readReasons('CODI1')
  expect(found.map(({ figures }) => [figures.billed, figures.planPaid])).toEqual([
    [15_000, 10_000],
    [15_000, 13_000],
  ])
})

test.each([
  ['a payment', pay('80', [['CLP*B1*1*100*80*20*12*CODJN*11*1', 'NM1*QC*1*ASK*KNUT', 'DTM*232*20261102']])],
  [
    'a bill',
    bill('CODJ1', {}, 'CLM*M1*300***13:A:1*Y*A*Y*Y', 'DTP*434*D8*20261102').replace('MI*CODJ1', '34*123456789'),
  ],
])('FD-2 FD-3 %s that names nobody by a number is refused, and does not wait', async (_, file) => {
  const { rejected, counts } = await take(file)
  expect(rejected).toEqual([expect.stringContaining('names no member: send it with a member number')])
  expect(counts.skipped).toBe(0)
})

test('FD-2 the order of payments does not depend on the form of the day in their groups', async () => {
  const first = decide('CODJ1', 'B1*1*100*80*20*12*CODJP*11*1', 'CAS*PR*1*20')
  const corrected = decide('CODJ1', 'B1*1*100*70*30*12*CODJP*11*1', 'CAS*PR*1*30')
  const file = (claim: readonly string[], sent: string) =>
    pay('0', [claim]).replace(/GS\*HP\*(\w+)\*PORTICO\*\d+/, `GS*HP*$1*PORTICO*${sent}`)
  await load(file(corrected, '261127'))
  await load(file(first, '20261126'))
  expect(await readClaims('CODJ1')).toMatchObject([{ share_cents: 3000 }])
})
