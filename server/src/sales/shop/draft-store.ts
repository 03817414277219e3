import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type Draft = Selectable<Tables['shop_draft']>

/** As many as a home shows. */
const MAX_LISTED = 10

/** The account that a draft belongs to, and locks it; null if it is no one's or not there. */
export async function findDraftOwner(tx: Tx, enrollmentId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('shop_draft')
    .select('account_id')
    .where('enrollment_id', '=', enrollmentId)
    .forUpdate()
    .executeTakeFirst()
  return row?.account_id ?? null
}

/** Keeps a draft, or replaces what was kept of it. */
export async function keepDraft(tx: Tx, draft: Insertable<Tables['shop_draft']>): Promise<void> {
  const { enrollment_id: _, ...changed } = draft
  await tx
    .insertInto('shop_draft')
    .values(draft)
    .onConflict((conflict) => conflict.column('enrollment_id').doUpdateSet(changed))
    .execute()
}

export function findDraft(db: Reader, ticketHash: Buffer, now: Date): Promise<Draft | undefined> {
  return db
    .selectFrom('shop_draft')
    .selectAll()
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** A person's drafts at a brand that were not sent yet, newest first. */
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
