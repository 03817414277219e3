import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { importFiles } from '../../../../../test/importing.ts'
import { testPortal } from '../../../../../test/portal.ts'
import { enrollment, x12 } from '../../../../../test/x12.ts'
import { listEarlier } from '../../../../member/claims/store.ts'
import { takeWaiting } from './waiting.ts'

const portal = testPortal()
const brand = 'ndbcbs'
const member = 'ANEW1'

beforeAll(async () => {
  await load(
    enrollment([
      ...['INS*Y*18*021*28*A', 'REF*0F*ANEW', 'REF*1L*G-1', `REF*23*${member}`],
      ...['NM1*IL*1*ASK*KNUT', 'DMG*D8*19810101*M', 'HD*021**HLT*GOLD*FAM', 'DTP*348*D8*20260101'],
    ]),
  )
})

async function load(content: string) {
  const taken = await importFiles(portal.database, { 'claims.x12': content }, { kind: 'x12', brand })
  expect(taken.rejected).toEqual([])
  return taken.counts
}

const buildPayment = (...claims: readonly string[]) =>
  x12({
    set: '835',
    segments: [
      ...['BPR*I*0*C*ACH************20261125', 'TRN*1*T9*1450000022', 'DTM*405*20261125'],
      ...['N1*PR*PLAINS HEALTH', 'N1*PE*PRAIRIE CLINIC*XX*1234567893', 'LX*1', ...claims],
    ],
  })

const buildDecided = (clp: string, ...segments: readonly string[]) => [
  ...[`CLP*${clp}`, `NM1*QC*1*ASK*KNUT****MI*${member}`, 'REF*G1*PA9', 'DTM*232*20261102', ...segments],
]

const paid = buildPayment(
  ...buildDecided(
    'A*1*120*75*20*12*N1*11*1',
    ...['SVC*HC:99199:::::WOUND CARE*120*75**1', 'DTM*472*20261102', 'CAS*CO*45*25', 'CAS*PR*3*20'],
  ),
)
const corrected = buildPayment(
  ...buildDecided(
    'A*22*-120*-75**12*N1*11*1',
    ...['SVC*HC:99199:::::WOUND CARE*-120*-75**-1', 'DTM*472*20261102', 'CAS*CO*45*-25', 'CAS*PR*3*-20'],
  ),
  ...buildDecided(
    'A*1*120*65*30*12*N1*11*1',
    ...['SVC*HC:99199:::::WOUND CARE*120*65**1', 'DTM*472*20261102', 'CAS*CO*45*25', 'CAS*PR*3*30'],
  ),
)

/** By the payer's paid amount: the ids that the release of November 2026 gave these parts, without reading approvals or descriptions. */
const idsOnce: Readonly<Record<string, string>> = {
  '7500': '703e6baf4b026508b23142726783e0d27decb48706d743070bbc64fb01dbcfc4',
  '-7500': 'c9458dc1f0c5a5c4881648944465da222645cee63976928c2cdaeeef83555b64',
  '6500': 'b408b92db070ff9d0af6a510eba5deb0903b7e4161110c86e0a00750c2d29966',
}

/** Turns the parts into what that release stored, and their claim into what it built from them. */
async function storeAsOnce(): Promise<void> {
  const db = portal.database.read
  const { rows } = await sql<{
    id: string
    paid: string
  }>`select encode(part_id, 'hex') as id, content->'decision'->>'paid' as paid
    from x12_claim_part where brand = ${brand}`.execute(db)
  for (const row of rows) {
    await sql`update x12_claim_part set part_id = decode(${idsOnce[row.paid]}, 'hex'), member_id = null, claim = null,
      content = (content - 'approvals') #- '{lines,0,service,description}' where encode(part_id, 'hex') = ${row.id}`.execute(
      db,
    )
  }
  await sql`delete from claim where claim_number = 'N1' and member_id = (select member_id from member where member_number = ${member})`.execute(
    db,
  )
  expect(await takeWaiting(portal.database, new Date())).toBe(3)
  // The files came on two days.
  await sql`update claim_version set imported_at = imported_at - interval '1 day' where share_cents = 2000`.execute(db)
}

async function readClaim() {
  const db = portal.database.read
  const [claim, ...others] = await db
    .selectFrom('claim')
    .selectAll('claim')
    .innerJoin('member', 'member.member_id', 'claim.member_id')
    .where('member_number', '=', member)
    .execute()
  if (claim === undefined) throw new Error('no claim')
  const { rows } = await sql<{ content: unknown }>`select content from x12_claim_part where brand = ${brand}`.execute(
    db,
  )
  const earlier = await listEarlier(db, claim)
  return {
    others,
    share: claim.share_cents,
    earlier: earlier.map((one) => one.share_cents),
    parts: rows.map(({ content }) => content),
  }
}

test('FD-2 MP-14 payments that an earlier release read incompletely are the same when loaded again, and no new decisions', async () => {
  await load(paid)
  await load(corrected)
  await storeAsOnce()
  const before = await readClaim()
  expect(before).toMatchObject({ others: [], share: 3000, earlier: [2000] })
  expect(await load(paid)).toMatchObject({ created: 0, updated: 1 })
  expect(await load(corrected)).toMatchObject({ created: 0, updated: 2 })
  const after = await readClaim()
  expect(after).toMatchObject({ others: [], share: 3000, earlier: [2000] })
  expect(after.parts).toHaveLength(3)
  for (const part of after.parts) expect(part).toMatchObject({ approvals: ['PA9'] })
  expect(await load(paid)).toMatchObject({ unchanged: 1 })
})
