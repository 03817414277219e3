import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type OutboxRow = Selectable<Tables['outbox']>

export async function insertEmail(
  tx: Tx,
  row: Pick<
    OutboxRow,
    'email_id' | 'template' | 'brand' | 'language' | 'recipient' | 'for_member_id' | 'sealed_values' | 'created_at'
  >,
): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({ ...row, state: 'waiting', attempts: 0, due_at: row.created_at })
    .execute()
}

/** Whether such an e-mail to this address, about this member's mail, is still unsent. */
export async function isWaiting(
  db: Reader,
  sought: Pick<OutboxRow, 'template' | 'brand' | 'recipient' | 'for_member_id'>,
): Promise<boolean> {
  const { for_member_id, ...addressed } = sought
  const row = await db
    .selectFrom('outbox')
    .select('email_id')
    .where((eb) => eb.and({ ...addressed, state: 'waiting', attempts: 0 }))
    .where('for_member_id', 'is not distinct from', for_member_id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Leases e-mails that are due, up to `max`, until `leaseUntil`. */
export async function leaseDueEmails(
  tx: Tx,
  { now, leaseUntil, max }: { readonly now: Date; readonly leaseUntil: Date; readonly max: number },
): Promise<OutboxRow[]> {
  const due = tx
    .selectFrom('outbox')
    .select('email_id')
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(max)
    .forUpdate()
    .skipLocked()
  return tx
    .updateTable('outbox')
    .set({ due_at: leaseUntil, attempts: sql<number>`attempts + 1` })
    .where('email_id', 'in', due)
    .returningAll()
    .execute()
}

/** Marks an e-mail as sent and deletes its values, or as given up: it can be revived until its row goes. */
export async function settle(
  tx: Tx,
  emailId: string,
  { state, error, now }: { readonly state: 'sent' | 'dead'; readonly error: string | null; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ state, settled_at: now, last_error: error, ...(state === 'sent' && { sealed_values: null }) })
    .where('email_id', '=', emailId)
    .where('state', '=', 'waiting')
    .execute()
}

export async function tryAgain(tx: Tx, emailId: string, dueAt: Date, error: string): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ due_at: dueAt, last_error: error })
    .where('email_id', '=', emailId)
    .where('state', '=', 'waiting')
    .execute()
}

/** States as literals in their statements, so that the database can use these small partial indexes with any cached plan. */
const dead = sql.lit<'dead'>('dead')
const unsent = [sql.lit<'waiting'>('waiting'), dead]

/** An e-mail that was given up, without any of its content. */
export type DeadEmail = Pick<
  OutboxRow,
  'email_id' | 'template' | 'brand' | 'recipient' | 'created_at' | 'settled_at' | 'last_error'
>

/** E-mails of some brands (null: all) that were given up, oldest first. */
export function listDead(db: Reader, brands: readonly string[] | null, max: number): Promise<DeadEmail[]> {
  return db
    .selectFrom('outbox')
    .select(['email_id', 'template', 'brand', 'recipient', 'created_at', 'settled_at', 'last_error'])
    .where('state', '=', dead)
    .where('sealed_values', 'is not', null)
    .$if(brands !== null, (query) => query.where(sql<SqlBool>`brand = any(${[...(brands ?? [])]}::text[])`))
    .orderBy('created_at')
    .limit(max)
    .execute()
}

/** Revives e-mails that were given up as if they were new: one, or all for null. Returns their ids. */
export async function reviveDead(tx: Tx, emailId: string | null, now: Date): Promise<string[]> {
  const rows = await tx
    .updateTable('outbox')
    .set({ state: 'waiting', attempts: 0, due_at: now, created_at: now, settled_at: null, last_error: null })
    .where('state', '=', dead)
    .where('sealed_values', 'is not', null)
    .$if(emailId !== null, (query) => query.where('email_id', '=', emailId ?? ''))
    .returning('email_id')
    .execute()
  return rows.map(({ email_id }) => email_id)
}

/** Removes e-mails settled before a moment. */
export async function removeSettled(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('outbox').where('state', '<>', 'waiting').where('settled_at', '<', before).execute()
}

export interface OutboxDepth {
  readonly waiting: number
  /** E-mails given up and not yet removed. */
  readonly dead: number
  /** When the oldest waiting e-mail was queued. */
  readonly oldest: Date | null
}

/** How many e-mails wait, how many were given up, and since when the oldest waits. */
export async function readDepth(db: Reader): Promise<OutboxDepth> {
  return db
    .selectFrom('outbox')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('state', '=', 'waiting').as('waiting'),
      fn.countAll<number>().filterWhere('state', '=', 'dead').as('dead'),
      fn.min<Date | null>('created_at').filterWhere('state', '=', 'waiting').as('oldest'),
    ])
    .where('state', 'in', unsent)
    .executeTakeFirstOrThrow()
}
