import { sql } from 'kysely'
import type { Tx } from './db/database.ts'

export async function deleteTokens(tx: Tx, before: Date, max: number): Promise<number> {
  const expired = tx.selectFrom('refresh_token').select('token_hash').where('expires_at', '<', before)
  const rows = await expired.orderBy('expires_at').limit(max).forUpdate().skipLocked().execute()
  const hashes = rows.map(({ token_hash }) => token_hash)
  if (hashes.length > 0) await tx.deleteFrom('refresh_token').where('token_hash', 'in', hashes).execute()
  return hashes.length
}

export async function deleteSessions(tx: Tx, before: Date, max: number): Promise<number> {
  const expired = tx.selectFrom('session').select('session_id').where('expires_at', '<', before)
  const own = expired
    .where('actor_account_id', 'is', null)
    // Keeps a member's sessions during a legal hold.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('legal_hold')
            .select('hold_id')
            .whereRef('legal_hold.member_id', '=', 'session.member_id')
            .where('lifted_at', 'is', null),
        ),
      ),
    )
    .orderBy('expires_at')
    .limit(max)
  const ids = (await own.forUpdate().skipLocked().execute()).map(({ session_id }) => session_id)
  if (ids.length === 0) return 0
  await tx.updateTable('session').set({ actor_session_id: null }).where('actor_session_id', 'in', ids).execute()
  await tx.deleteFrom('refresh_token').where('session_id', 'in', ids).execute()
  await tx.deleteFrom('sign_in_challenge').where('session_id', 'in', ids).execute()
  await tx.deleteFrom('session').where('session_id', 'in', ids).execute()
  return ids.length
}

/** Deletes cards that phones may no longer show. */
export async function deleteKeptCards(tx: Tx, now: Date, max: number): Promise<number> {
  const over = tx.selectFrom('kept_card').select('kept_id').where('expires_at', '<=', now).limit(max)
  const ids = (await over.forUpdate().skipLocked().execute()).map(({ kept_id }) => kept_id)
  if (ids.length > 0) await tx.deleteFrom('kept_card').where('kept_id', 'in', ids).execute()
  return ids.length
}

export async function deleteDeskEvents(tx: Tx, before: Date, max: number): Promise<number> {
  const old = tx.selectFrom('desk_event').select('event_id').where('at', '<', before).orderBy('at').limit(max)
  const ids = (await old.forUpdate().skipLocked().execute()).map(({ event_id }) => event_id)
  if (ids.length > 0) await tx.deleteFrom('desk_event').where('event_id', 'in', ids).execute()
  return ids.length
}

export async function deleteScimCalls(tx: Tx, before: Date, max: number): Promise<number> {
  const old = tx.selectFrom('scim_call').select('call_id').where('at', '<', before).orderBy('at').limit(max)
  const ids = (await old.forUpdate().skipLocked().execute()).map(({ call_id }) => call_id)
  if (ids.length > 0) await tx.deleteFrom('scim_call').where('call_id', 'in', ids).execute()
  return ids.length
}

/** Deletes answers of identity providers that could not be used again anyway. */
export async function deleteSignOnAnswers(tx: Tx, before: Date, max: number): Promise<number> {
  const over = tx.selectFrom('identity_request').select('state_hash').where('expires_at', '<', before).limit(max)
  const hashes = (await over.forUpdate().skipLocked().execute()).map(({ state_hash }) => state_hash)
  if (hashes.length > 0) await tx.deleteFrom('identity_request').where('state_hash', 'in', hashes).execute()
  return hashes.length
}

export async function deleteSignOnAttempts(tx: Tx, before: Date, max: number): Promise<number> {
  const old = tx.selectFrom('identity_attempt').select('attempt_id').where('at', '<', before).limit(max)
  const ids = (await old.forUpdate().skipLocked().execute()).map(({ attempt_id }) => attempt_id)
  if (ids.length > 0) await tx.deleteFrom('identity_attempt').where('attempt_id', 'in', ids).execute()
  return ids.length
}

export async function deleteShown(tx: Tx, before: Date, max: number): Promise<number> {
  // Keeps a member's rows during a legal hold.
  const { numAffectedRows } = await sql`
    delete from provider_shown where (member_id, shown_id) in (
      select member_id, shown_id from provider_shown where shown_at < ${before} and not exists (
        select 1 from legal_hold where legal_hold.member_id = provider_shown.member_id and lifted_at is null)
      order by shown_at limit ${max} for update skip locked)`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
