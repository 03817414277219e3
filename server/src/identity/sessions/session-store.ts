import { type Insertable, sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { EndReason, Tables } from '../../platform/db/tables.ts'
import { ownSessionLives, type SessionRow, sessionColumns } from './session-statement.ts'

export function lockLiveByRefreshToken(
  tx: Tx,
  hash: Buffer,
  { now, idleSince }: { readonly now: Date; readonly idleSince: Date },
): Promise<SessionRow | undefined> {
  return tx
    .selectFrom('session')
    .select(sessionColumns)
    .where('session_id', '=', ({ selectFrom }) =>
      selectFrom('refresh_token').select('session_id').where('token_hash', '=', hash),
    )
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', idleSince)
    .where(sql<boolean>`${sql.raw(ownSessionLives)}`)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

type SessionChange =
  | 'token_hash'
  | 'page_key_hash'
  | 'factor_due'
  | 'authenticated_at'
  | 'last_seen_at'
  | 'hand_over_hash'

export async function changeSession(
  tx: Tx,
  sessionId: string,
  change: Updateable<Pick<Tables['session'], SessionChange>>,
): Promise<void> {
  await tx.updateTable('session').set(change).where('session_id', '=', sessionId).execute()
}

export async function endSession(tx: Tx, sessionId: string, reason: EndReason, now: Date): Promise<void> {
  await tx
    .updateTable('session')
    .set({ ended_at: now, ended_reason: reason })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
  await tx.updateTable('refresh_token').set({ revoked_at: now }).where('session_id', '=', sessionId).execute()
  // Someone who was merely away for a while still has their card at the doctor's.
  if (reason !== 'inactivity') await tx.deleteFrom('kept_card').where('session_id', '=', sessionId).execute()
}

export async function endSessions(
  tx: Tx,
  accountId: string,
  { except, reason, now }: { readonly except: string | null; readonly reason: EndReason; readonly now: Date },
): Promise<void> {
  const ids = await lockIds(
    openSessions(tx)
      .where(({ eb, or }) => or([eb('account_id', '=', accountId), eb('actor_account_id', '=', accountId)]))
      .$if(except !== null, (query) => query.where('session_id', '!=', except)),
  )
  // Including those of timed-out sessions: the phone may be in other hands by now.
  await tx
    .deleteFrom('kept_card')
    .where('account_id', '=', accountId)
    .$if(except !== null, (query) => query.where('session_id', '!=', except))
    .execute()
  if (ids.length === 0) return
  const ending = { ended_at: now, ended_reason: reason }
  await tx.updateTable('session').set(ending).where('session_id', 'in', ids).execute()
  await revokeAll(tx, ids, now)
}

async function revokeAll(tx: Tx, sessionIds: readonly string[], now: Date): Promise<void> {
  await tx
    .updateTable('refresh_token')
    .set({ revoked_at: now })
    .where('session_id', 'in', sessionIds)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends everyone's sessions at brands that are no longer shown; staff, even those who act for members, keep theirs. */
export async function endSessionsAt(tx: Tx, brands: readonly string[], now: Date): Promise<void> {
  if (brands.length === 0) return
  await tx.deleteFrom('kept_card').where('brand', 'in', brands).execute()
  const ids = await lockIds(
    openSessions(tx).where('brand', 'in', brands).where('role', '!=', 'INTERNAL').where('actor_account_id', 'is', null),
  )
  if (ids.length === 0) return
  await tx
    .updateTable('session')
    .set({ ended_at: now, ended_reason: 'ended-by-staff' })
    .where('session_id', 'in', ids)
    .execute()
  await revokeAll(tx, ids, now)
}

export async function setFactorDue(tx: Tx, accountId: string): Promise<void> {
  const ids = await lockIds(openSessions(tx).where('account_id', '=', accountId).where('actor_account_id', 'is', null))
  if (ids.length === 0) return
  await tx.updateTable('session').set({ factor_due: true }).where('session_id', 'in', ids).execute()
}

function openSessions(tx: Tx) {
  return tx.selectFrom('session').select('session_id').where('ended_at', 'is', null)
}

/** Locks sessions in the order of their ids (`db/row-locks.ts`). */
async function lockIds(query: ReturnType<typeof openSessions>): Promise<string[]> {
  const rows = await query.orderBy('session_id').forNoKeyUpdate().execute()
  return rows.map(({ session_id }) => session_id)
}

export function findSecretHashes(db: Reader, sessionId: string) {
  return db
    .selectFrom('session')
    .select(['token_hash', 'page_key_hash'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
}

export function lockOpenSession(tx: Tx, sessionId: string) {
  return tx
    .selectFrom('session')
    .select(['token_hash', 'expires_at'])
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function revokeTokens(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx
    .updateTable('refresh_token')
    .set({ revoked_at: now })
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function insertRefreshToken(tx: Tx, row: Insertable<Tables['refresh_token']>): Promise<void> {
  await tx.insertInto('refresh_token').values(row).execute()
}

export async function readBeginning(tx: Tx, sessionId: string): Promise<Date> {
  const row = await tx
    .selectFrom('session')
    .select('created_at')
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return row.created_at
}

/** Inserts a copy of an open session with some columns changed; undefined if that session has ended. */
export async function copySession(
  tx: Tx,
  sessionId: string,
  changed: string,
): Promise<{ readonly created_at: Date; readonly expires_at: Date } | undefined> {
  const { rows } = await sql<{ created_at: Date; expires_at: Date }>`
    insert into session
    select renewed.* from session as old, jsonb_populate_record(old, ${changed}::jsonb) as renewed
    where old.session_id = ${sessionId} and old.ended_at is null
    returning created_at, expires_at
  `.execute(tx)
  return rows[0]
}

export function lockOverdue(
  tx: Tx,
  { now, idleSince, max }: { readonly now: Date; readonly idleSince: Date; readonly max: number },
) {
  return tx
    .selectFrom('session')
    .select(sessionColumns)
    .where('method', 'in', ['simulation', 'viewing'])
    .where('ended_at', 'is', null)
    .where((is) =>
      is.or([
        is('expires_at', '<=', now),
        is('last_seen_at', '<=', idleSince),
        is.not(sql<boolean>`${sql.raw(ownSessionLives)}`),
      ]),
    )
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute()
}

export function lockViewings(tx: Tx, accountId: string, memberId: string) {
  return tx
    .selectFrom('session')
    .select(sessionColumns)
    .where('method', '=', 'viewing')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .orderBy('session_id')
    .forNoKeyUpdate()
    .execute()
}

/** Open sessions in which people view others' information. */
export function listViewings(db: Reader) {
  const open = db.selectFrom('session').select(sessionColumns).where('method', '=', 'viewing')
  return open.where('ended_at', 'is', null).execute()
}

export function findByReturn(db: Reader, hash: Buffer) {
  return db
    .selectFrom('session')
    .select([...sessionColumns, 'ended_at', 'actor_session_id'])
    .where('actor_return_hash', '=', hash)
    .executeTakeFirst()
}

export function lockActing(tx: Tx, sessionId: string) {
  return tx
    .selectFrom('session')
    .select(['actor_session_id', 'actor_return_hash', 'ended_at'])
    .where('session_id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst()
}

export function lockSimulations(tx: Tx, actorId: string) {
  return tx
    .selectFrom('session')
    .select(sessionColumns)
    .where('actor_account_id', '=', actorId)
    .where('method', '=', 'simulation')
    .where('ended_at', 'is', null)
    .orderBy('session_id')
    .forNoKeyUpdate()
    .execute()
}

/** Sessions in which a rep acts for people beside their own session. */
export function lockBeside(tx: Tx, ownSessionId: string) {
  return tx
    .selectFrom('session')
    .select(sessionColumns)
    .where('actor_session_id', '=', ownSessionId)
    .where('actor_return_hash', 'is', null)
    .where('ended_at', 'is', null)
    .orderBy('session_id')
    .forNoKeyUpdate()
    .execute()
}

/** The session that a ticket hands over, if it is live and was opened recently. */
export function lockHandedOver(
  tx: Tx,
  hash: Buffer,
  { now, openedSince }: { readonly now: Date; readonly openedSince: Date },
) {
  return tx
    .selectFrom('session')
    .select([...sessionColumns, 'created_at'])
    .where('hand_over_hash', '=', hash)
    .where('created_at', '>', openedSince)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where(sql<boolean>`${sql.raw(ownSessionLives)}`)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Tells whether and why a cookie's session is over. */
export function findEnding(db: Reader, hash: Buffer) {
  return db
    .selectFrom('session')
    .select(['ended_at', 'ended_reason', 'expires_at', 'last_seen_at', 'method'])
    .where('token_hash', '=', hash)
    .executeTakeFirst()
}

export async function isOpen(db: Reader, sessionId: string): Promise<boolean> {
  const session = db.selectFrom('session').select('session_id').where('session_id', '=', sessionId)
  return (await session.where('ended_at', 'is', null).executeTakeFirst()) !== undefined
}
