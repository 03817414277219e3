import { type Selectable, type SqlBool, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type DataRequest = Selectable<Tables['data_request']>

/** How long a request waits to be confirmed. */
const waitMs = 7 * 24 * 3_600_000
const maxListed = 100

/** The request of someone who asks again for what they already ask for. Call it with the administration locked. */
export async function findSame(
  tx: Tx,
  { kind, brand, subject, number, reason, asked_by }: Parameters<typeof insertRequest>[1],
  now: Date,
): Promise<string | null> {
  const row = await tx
    .selectFrom('data_request')
    .select('request_id')
    .where((eb) => eb.and({ kind, brand, subject, number, reason, asked_by, state: 'waiting' }))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.request_id ?? null
}

/** Stores a request; replaces one for the same thing that already waits. */
export async function insertRequest(
  tx: Tx,
  request: Pick<DataRequest, 'kind' | 'brand' | 'subject' | 'number' | 'reason' | 'asked_by'>,
  now: Date,
): Promise<string> {
  const { kind, brand, subject } = request
  await tx
    .updateTable('data_request')
    .set({ state: 'dropped', decided_at: now, number: '' })
    .where((eb) => eb.and({ kind, brand, subject, state: 'waiting' }))
    .execute()
  const requestId = uuidv7()
  const times = { asked_at: now, expires_at: new Date(now.getTime() + waitMs) }
  await tx
    .insertInto('data_request')
    .values({ request_id: requestId, ...request, ...times, state: 'waiting' })
    .execute()
  return requestId
}

/** Lists the waiting requests of some brands, oldest first, with the login ID of the requester. */
export async function listWaiting(
  db: Reader,
  brands: readonly string[],
  now: Date,
): Promise<(DataRequest & { readonly askedByLogin: string })[]> {
  return db
    .selectFrom('data_request')
    .innerJoin('account', 'account.account_id', 'data_request.asked_by')
    .selectAll('data_request')
    .select('account.login_id as askedByLogin')
    .where('data_request.state', '=', 'waiting')
    .where(isAmong('data_request.brand', brands))
    .where('data_request.expires_at', '>', now)
    .orderBy('asked_at')
    .limit(maxListed)
    .execute()
}

/** A request that still waits, locked until the transaction ends: if two people decide at the same time, the second finds none. */
export async function lockWaiting(tx: Tx, requestId: string, now: Date): Promise<DataRequest | null> {
  const row = await tx
    .selectFrom('data_request')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Records the decision, and deletes the member or claim number: its person may be erased now. */
export async function settleRequest(
  tx: Tx,
  requestId: string,
  decided: { readonly state: 'confirmed' | 'dropped'; readonly by: string; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('data_request')
    .set({ state: decided.state, decided_by: decided.by, decided_at: decided.now, number: '' })
    .where('request_id', '=', requestId)
    .execute()
}

/** Lists the legal holds on members of some brands, or of all. */
export async function listHolds(db: Reader, brands: readonly string[] | null, max = maxListed) {
  return db
    .selectFrom('legal_hold')
    .innerJoin('member', 'member.member_id', 'legal_hold.member_id')
    .select(['member.brand', 'member.member_number', 'matter', 'placed_by', 'placed_at'])
    .where('lifted_at', 'is', null)
    .$if(brands !== null, (held) => held.where(isAmong('member.brand', brands ?? [])))
    .orderBy('placed_at')
    .limit(max)
    .execute()
}

/** Lists the latest erasures of members of some brands. */
export async function listErasures(db: Reader, brands: readonly string[]) {
  return db
    .selectFrom('erasure')
    .innerJoin('member', 'member.member_id', 'erasure.member_id')
    .select(['erasure_id', 'member.brand', 'reason', 'erased_by', 'erased_at', 'receipt'])
    .where(isAmong('member.brand', brands))
    .orderBy('erased_at', 'desc')
    .limit(maxListed)
    .execute()
}

/** Lists all claims with a number. */
export function listClaims(db: Reader, brand: string, claimNumber: string) {
  return db
    .selectFrom('claim')
    .innerJoin('member', 'member.member_id', 'claim.member_id')
    .select(['claim.member_id', 'claim.resource_id', 'claim.state'])
    .where('member.brand', '=', brand)
    .where('claim.claim_number', '=', claimNumber)
    .execute()
}

/** Lists the members who have a claim with the number that is not withdrawn. */
export async function listClaimants(db: Reader, brand: string, claimNumber: string): Promise<string[]> {
  const rows = await db
    .selectFrom('claim')
    .innerJoin('member', 'member.member_id', 'claim.member_id')
    .select('claim.member_id')
    .where('member.brand', '=', brand)
    .where('claim.claim_number', '=', claimNumber)
    .where('claim.state', '<>', 'cancelled')
    .execute()
  return rows.map(({ member_id }) => member_id)
}

/** Someone without brands sees no rows: `in ()` is not valid SQL. */
function isAmong(column: string, brands: readonly string[]) {
  return sql<SqlBool>`${sql.ref(column)} = any(${[...brands]}::text[])`
}
