import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { importFiles, ndjson } from '../../../../../test/importing.ts'
import { testPortal } from '../../../../../test/portal.ts'
import { enrollment, x12 } from '../../../../../test/x12.ts'

const portal = testPortal()
const brand = 'ndbcbs'
const members = ['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8', 'P9']

beforeAll(async () => {
  for (const contract of members)
    await load(
      enrollment([
        ...['INS*Y*18*021*28*A', `REF*0F*${contract}`, 'REF*1L*G-1', `REF*23*${contract}1`, 'NM1*IL*1*ASK*KNUT'],
        ...['DMG*D8*19810101*M', 'HD*021**HLT*GOLD*IND', 'DTP*348*D8*20260101'],
      ]),
    )
})

async function load(content: string, kind: 'x12' | 'fhir' = 'x12') {
  const { counts, rejected } = await importFiles(
    portal.database,
    { [kind === 'x12' ? 'some.x12' : 'some.ndjson']: content },
    { kind, brand },
  )
  expect(rejected).toEqual([])
  return counts
}

interface Paid {
  readonly member: string
  /** Segments that name the payer. */
  readonly payer: readonly string[]
  readonly share?: number
  readonly former?: string
  readonly number?: string
  readonly on?: string
}

function payment({ member, payer, share = 20, former, number = '1001', on = '20261125' }: Paid): string {
  return x12(
    {
      set: '835',
      segments: [
        `BPR*I*${150 - share}*C*ACH*CCP*01*091000019*DA*1111*1450000022**01*091300023*DA*2222*${on}`,
        'TRN*1*T1*1450000022',
        `DTM*405*${on}`,
        ...payer,
        'N1*PE*PRAIRIE CLINIC*XX*1234567893',
        'LX*1',
        `CLP*ACC-1*1*150*${150 - share}*${share}*12*${number}*11*1`,
        `CAS*PR*3*${share}`,
        `NM1*QC*1*ASK*KNUT****MI*${member}1`,
        ...(former === undefined ? [] : [`REF*F8*${former}`]),
        'DTM*232*20261102',
      ],
    },
    { sent: `${on}*0200` },
  )
}

function bill(member: string, payer: string): string {
  const segments = [
    'BHT*0019*00*S1*20261115*1023*CH',
    'NM1*41*2*PRAIRIE BILLING*****46*PB01',
    'NM1*40*2*PLAINS HEALTH*****46*PLAINS',
    ...['HL*1**20*1', 'NM1*85*2*PRAIRIE CLINIC*****XX*1234567893', 'HL*2*1*22*0', 'SBR*P*18*G-4410******CI'],
    ...[`NM1*IL*1*ASK*KNUT****MI*${member}1`, 'DMG*D8*19810101*U', payer],
    ...['CLM*ACC-1*150***11:B:1*Y*A*Y*Y', 'HI*ABK:J069', 'LX*1', 'SV1*HC:99213*150*UN*1***1', 'DTP*472*D8*20261102'],
  ]
  return x12({ set: '837', segments })
}

const money = (code: string, value: number) => ({ category: { coding: [{ code }] }, amount: { value } })
const fhir = (member: string, insurer: object, { start = '2026-11-02', billed = 150 } = {}) =>
  ndjson([
    {
      resourceType: 'Patient',
      id: `p-${member}`,
      identifier: [{ type: { coding: [{ code: 'MB' }] }, value: `${member}1` }],
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
      identifier: [{ type: { coding: [{ code: 'uc' }] }, value: '1001' }],
      patient: { reference: `Patient/p-${member}` },
      insurer,
      billablePeriod: { start },
      created: '2026-11-25',
      total: [money('submitted', billed), money('benefit', billed - 70), money('memberliability', 70)],
    },
  ])

async function listShares(member: string) {
  const rows = await portal.database.read
    .selectFrom('claim')
    .innerJoin('member', 'member.member_id', 'claim.member_id')
    .select(['claim.share_cents', 'claim.state'])
    .where('brand', '=', brand)
    .where('member_number', '=', `${member}1`)
    .where('state', 'not in', ['cancelled', 'replaced'])
    .orderBy('share_cents')
    .execute()
  return rows.map(({ share_cents }) => share_cents)
}

const plains = ['N1*PR*PLAINS HEALTH']
const zenith = ['N1*PR*ZENITH LIFE']

test.each([
  ['P1', [plains, zenith]],
  ['P2', [zenith, plains]],
])('FD-2 two payers’ payments with the same number are two claims (%s)', async (member, payers) => {
  for (const payer of payers) await load(payment({ member, payer, share: payer === plains ? 20 : 70 }))
  expect(await listShares(member)).toEqual([2_000, 7_000])
  // Also if only the payer differs; and the same file again changes nothing.
  const third = payment({ member, payer: ['N1*PR*MERIDIAN CARE'] })
  expect(await load(third)).toMatchObject({ created: 1 })
  expect(await load(third)).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
  expect(await listShares(member)).toEqual([2_000, 2_000, 7_000])
})

test('FD-2 numbers distinguish payers with the same name, and a correction belongs to its payer', async () => {
  const [one, other] = ['11111', '22222'].map((naic) => [...plains, `REF*NF*${naic}`])
  await load(payment({ member: 'P3', payer: one ?? [] }))
  await load(payment({ member: 'P3', payer: other ?? [], share: 70 }))
  await load(payment({ member: 'P3', payer: other ?? [], share: 30, former: '1001', number: '1002', on: '20261126' }))
  expect(await listShares('P3')).toContain(2_000)
})

test('FD-2 FD-3 bill, payment and FHIR are one claim, however they name the same payer', async () => {
  await load(bill('P4', 'NM1*PR*2*BCBS*****PI*00810'))
  await load(payment({ member: 'P4', payer: ['N1*PR*PLAINS HEALTH*XV*99', 'REF*2U*PH1'] }))
  await load(fhir('P4', { display: 'Great Northern Mutual' }), 'fhir')
  expect(await listShares('P4')).toEqual([7_000])
})

test('FD-2 OS-20 the health plan’s number is kept, and apps get no invented system', async () => {
  await load(payment({ member: 'P9', payer: ['N1*PR*PLAINS HEALTH*XV*99'] }))
  const { facts, resource } = await portal.database.read
    .selectFrom('claim')
    .innerJoin('member', 'member.member_id', 'claim.member_id')
    .innerJoin('claim_version', 'claim_version.claim_id', 'claim.claim_id')
    .select(['claim.facts', 'claim_version.resource'])
    .where('member.brand', '=', brand)
    .where('member_number', '=', 'P91')
    .executeTakeFirstOrThrow()
  expect(facts.payer).toEqual({ names: ['PLAINS HEALTH'], numbers: [{ system: 'hpid', value: '99' }] })
  const insurer = { identifier: { type: { text: 'HPID' }, value: '99' }, display: 'PLAINS HEALTH' }
  expect(resource).toMatchObject({ insurer })
})

test('FD-3 the payments of two payers for one bill are two claims', async () => {
  for (const [name, number] of [
    ['PLAINS HEALTH', 'PL1'],
    ['ZENITH LIFE', 'ZE1'],
  ] as const)
    await load(bill('P5', `NM1*PR*2*${name}*****PI*${number}`))
  await load(payment({ member: 'P5', payer: zenith, number: '7', share: 70 }))
  await load(payment({ member: 'P5', payer: plains, number: '8' }))
  expect(await listShares('P5')).toEqual([2_000, 7_000])
})

test.each([
  ['first', 'P6'],
  ['last', 'P7'],
])(
  'FD-2 IM-1 a FHIR claim that comes %s is another payer’s beside a payment with its number',
  async (order, member) => {
    const other = fhir(member, { display: 'Zenith Life' }, { start: '2026-10-01', billed: 300 })
    if (order === 'first') await load(other, 'fhir')
    await load(payment({ member, payer: plains }))
    if (order === 'last') await load(other, 'fhir')
    expect(await listShares(member)).toEqual([2_000, 7_000])
  },
)

test('FD-2 a claim from before payers were distinguished is the same when loaded again', async () => {
  const sent = payment({ member: 'P8', payer: plains })
  await load(sent)
  const { rows } = await sql<{ content: Record<string, unknown> }>`select content from x12_claim_part
    where brand = ${brand} and patient::text like '%P81%'`.execute(portal.database.read)
  expect(rows[0]?.content.payer).toEqual({ names: ['PLAINS HEALTH'], numbers: [] })
  expect(await load(sent)).toMatchObject({ unchanged: 1 })
  expect(await listShares('P8')).toEqual([2_000])
})
