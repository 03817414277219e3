import type { Insertable } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Kept = Insertable<Tables['kept_card']>

interface KeptBy {
  readonly keptId: string
  readonly sessionId: string
}

const sameRequestMs = 60_000

/** More phones and tablets than a person usually has. */
const maxOfAccount = 10

/** Whether a session is open; a lock keeps it open until the transaction ends. */
export async function holdOpenSession(tx: Tx, sessionId: string): Promise<boolean> {
  const session = tx.selectFrom('session').select('session_id').where('session_id', '=', sessionId)
  return (await session.where('ended_at', 'is', null).forShare().executeTakeFirst()) !== undefined
}

/** When the same session last asked for cards, if so recently that this is the same request, sent twice. */
export async function findJustKept(tx: Tx, { keptId, sessionId }: KeptBy, now: Date): Promise<Date | null> {
  const own = tx.selectFrom('kept_card').where('kept_id', '=', keptId).where('session_id', '=', sessionId)
  const known = await own
    .select('kept_at')
    .where('kept_at', '>', new Date(now.getTime() - sameRequestMs))
    .executeTakeFirst()
  return known?.kept_at ?? null
}

/** Records that a phone keeps cards, or renews the record. Returns which; null if the id is another person's. */
export async function putKept(tx: Tx, kept: Kept): Promise<'added' | 'renewed' | null> {
  const own = tx.selectFrom('kept_card').where('kept_id', '=', kept.kept_id)
  const known = await own.select('account_id').executeTakeFirst()
  if (known !== undefined && known.account_id !== kept.account_id) return null
  await tx.deleteFrom('kept_card').where('kept_id', '=', kept.kept_id).execute()
  await tx.insertInto('kept_card').values(kept).execute()
  return known === undefined ? 'added' : 'renewed'
}

/** Deletes an account's expired records, and the oldest ones above the maximum. */
export async function deleteOutdated(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx.deleteFrom('kept_card').where('account_id', '=', accountId).where('expires_at', '<=', now).execute()
  const newest = tx
    .selectFrom('kept_card')
    .select('kept_id')
    .where('account_id', '=', accountId)
    .orderBy('kept_at', 'desc')
    .limit(maxOfAccount)
  const ids = (await newest.execute()).map(({ kept_id }) => kept_id)
  await tx
    .deleteFrom('kept_card')
    .where('account_id', '=', accountId)
    .$if(ids.length > 0, (query) => query.where('kept_id', 'not in', ids))
    .execute()
}

export async function deleteKept(tx: Tx, accountId: string, keptId: string): Promise<boolean> {
  const own = tx.deleteFrom('kept_card').where('kept_id', '=', keptId).where('account_id', '=', accountId)
  return (await own.returning('kept_id').executeTakeFirst()) !== undefined
}

export function findKept(db: Reader, keptId: string, now: Date) {
  return db
    .selectFrom('kept_card')
    .select(['account_id', 'session_id', 'brand', 'kept_at'])
    .where('kept_id', '=', keptId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}
