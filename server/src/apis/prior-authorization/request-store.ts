import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { insertNew } from '../../platform/db/insert-new.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type SubmittedRequest = Selectable<Tables['authorization_request']>

/** A system's request about a member under one of these names, because a repeated request takes effect once. */
export function findSame(
  db: Reader,
  named: Pick<SubmittedRequest, 'member_id' | 'client_id' | 'bundle_key' | 'claim_key'>,
): Promise<SubmittedRequest | undefined> {
  return db
    .selectFrom('authorization_request')
    .selectAll()
    .where((is) => is.and({ member_id: named.member_id, client_id: named.client_id }))
    .where((is) => is.or([is('bundle_key', '=', named.bundle_key), is('claim_key', '=', named.claim_key)]))
    .executeTakeFirst()
}

/** False if a request under one of its names exists. */
export function insertRequest(tx: Tx, request: SubmittedRequest): Promise<boolean> {
  return insertNew(tx, 'authorization_request', request)
}

/** Number of a system's requests that the utilization system does not have yet. */
export async function countUnsent(db: Reader, clientId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from authorization_request where next_try_at is not null and client_id = ${clientId}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Leases due requests, each for one attempt, until `leaseUntil`. */
export async function leaseDueRequests(
  db: Reader,
  { now, leaseUntil, max }: { readonly now: Date; readonly leaseUntil: Date; readonly max: number },
): Promise<SubmittedRequest[]> {
  const { rows } = await sql<SubmittedRequest>`
    update authorization_request set attempts = attempts + 1, next_try_at = ${leaseUntil}
    where (member_id, request_id) in (
      select member_id, request_id from authorization_request where next_try_at <= ${now}
      order by next_try_at limit ${max} for update skip locked)
    returning *`.execute(db)
  return rows
}

/** Locks a request by its id, the only thing that a notice names. */
export function lockRequest(tx: Tx, requestId: string): Promise<SubmittedRequest | undefined> {
  return tx
    .selectFrom('authorization_request')
    .selectAll()
    .where('request_id', '=', requestId)
    .forUpdate()
    .executeTakeFirst()
}

export async function changeRequest(
  tx: Tx,
  request: SubmittedRequest,
  change: Partial<SubmittedRequest>,
): Promise<SubmittedRequest> {
  const { member_id, request_id } = request
  await tx
    .updateTable('authorization_request')
    .set(change)
    .where((is) => is.and({ member_id, request_id }))
    .execute()
  return { ...request, ...change }
}

/** Number of requests that the utilization system does not have yet, and the time of the oldest. */
export async function readUnsent(db: Reader): Promise<{ readonly waiting: number; readonly oldest: Date | null }> {
  const { rows } = await sql<{ waiting: number; oldest: Date | null }>`
    select count(*)::int as waiting, min(asked_at) as oldest from authorization_request where next_try_at is not null`.execute(
    db,
  )
  return rows[0] ?? { waiting: 0, oldest: null }
}
