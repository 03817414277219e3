import { type Insertable, type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { insertNew } from '../../platform/db/insert-new.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type Draft = Selectable<Tables['shop_draft']>

/** As many as a home shows. */
const MAX_LISTED = 10

/** Stores a new draft, and returns when it ends; null if it already exists. */
export async function insertDraft(tx: Tx, draft: Insertable<Tables['shop_draft']>): Promise<Date | null> {
  // Concurrent inserts wait for each other here: an upsert by id would fail on the ticket, which is unique as well.
  return (await insertNew(tx, 'shop_draft', draft)) ? new Date(draft.expires_at) : null
}

/** Locks a draft, and returns the account that owns it; null: nobody does. */
export async function lockDraft(tx: Tx, enrollmentId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('shop_draft')
    .select('account_id')
    .where('enrollment_id', '=', enrollmentId)
    .forUpdate()
    .executeTakeFirst()
  return row?.account_id ?? null
}

/** Replaces a stored draft without extending its end; returns when it ends. */
export async function replaceDraft(tx: Tx, draft: Insertable<Tables['shop_draft']>): Promise<Date> {
  const { enrollment_id: enrollmentId, expires_at: anew, saved_at: now, ...changed } = draft
  const row = await tx
    .updateTable('shop_draft')
    .set({
      ...changed,
      saved_at: now,
      expires_at: sql<Date>`case when expires_at > ${now} then expires_at else ${anew} end`,
    })
    .where('enrollment_id', '=', enrollmentId)
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return row.expires_at
}

export function findDraft(db: Reader, ticketHash: Buffer, now: Date): Promise<Draft | undefined> {
  return selectKept(db, now).where('ticket_hash', '=', ticketHash).executeTakeFirst()
}

export function findDraftById(db: Reader, enrollmentId: string, now: Date): Promise<Draft | undefined> {
  return selectKept(db, now).where('enrollment_id', '=', enrollmentId).executeTakeFirst()
}

function selectKept(db: Reader, now: Date) {
  return db.selectFrom('shop_draft').selectAll().where('expires_at', '>', now)
}

/** A person's unsent drafts at a brand, newest first. */
export function listDrafts(
  db: Reader,
  { accountId, brand }: { readonly accountId: string; readonly brand: string },
  now: Date,
): Promise<Draft[]> {
  return db
    .selectFrom('shop_draft')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('brand', '=', brand)
    .where('expires_at', '>', now)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('shop_application')
            .select('shop_application.enrollment_id')
            .whereRef('shop_application.enrollment_id', '=', 'shop_draft.enrollment_id'),
        ),
      ),
    )
    .orderBy('saved_at', 'desc')
    .limit(MAX_LISTED)
    .execute()
}

/** Deletes drafts whose links have ended. */
export async function forgetDrafts(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('shop_draft').where('expires_at', '<=', now).execute()
}
