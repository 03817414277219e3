import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { MethodKey } from './method-store.ts'

export type AutopayRow = Selectable<Tables['premium_autopay']>

/** Identifies an account with automatic payments. */
export interface AutopayKey {
  readonly memberId: string
  readonly accountId: string
}

export function findAutopay(db: Reader, key: AutopayKey): Promise<AutopayRow | undefined> {
  const { memberId, accountId } = key
  return db
    .selectFrom('premium_autopay')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** The automatic payments of a member's accounts. */
export function selectAutopaysOfAll(db: Reader, memberId: string) {
  return db
    .selectFrom('premium_autopay')
    .select(['account_id', 'method_id', 'most_cents', 'confirmed_at'])
    .where('member_id', '=', memberId)
}

/** Stores what the member has just confirmed; e-mails that went out for the previous settings go out again for the new ones. */
export async function putAutopay(tx: Tx, row: AutopayRow): Promise<void> {
  const { member_id, account_id, ...confirmed } = row
  await tx
    .insertInto('premium_autopay')
    .values({ member_id, account_id, ...confirmed })
    .onConflict((conflict) => conflict.columns(['member_id', 'account_id']).doUpdateSet(confirmed))
    .execute()
}

export async function dropAutopay(tx: Tx, { memberId, accountId }: AutopayKey): Promise<void> {
  await tx.deleteFrom('premium_autopay').where('member_id', '=', memberId).where('account_id', '=', accountId).execute()
}

export async function dropAutopayBy(tx: Tx, { memberId, methodId }: MethodKey): Promise<void> {
  await tx.deleteFrom('premium_autopay').where('member_id', '=', memberId).where('method_id', '=', methodId).execute()
}

/** An attempt to take a payment automatically. */
export type AutopayTry = Pick<Selectable<Tables['premium_payment']>, 'created_at' | 'state'>

/** The attempts to take what is due on a day, in order. */
export function listTries(
  db: Reader,
  { memberId, accountId }: AutopayKey,
  dueOn: string,
): Promise<readonly AutopayTry[]> {
  return db
    .selectFrom('premium_payment')
    .select(['created_at', 'state'])
    .where('member_id', '=', memberId)
    .where('account_id', '=', accountId)
    .where('auto_due_on', '=', sql<string>`${dueOn}::date`)
    .orderBy('auto_try')
    .execute()
}

/** When a bank last took back a payment on the account since the member agreed, and still has the money; null: never. */
export async function readPause(
  db: Reader,
  { memberId, accountId }: AutopayKey,
  { confirmed_at: agreedAt }: Pick<AutopayRow, 'confirmed_at'>,
): Promise<Date | null> {
  const row = await db
    .selectFrom('premium_payment')
    .select(({ fn }) => fn.max('taken_back_at').as('at'))
    .where('member_id', '=', memberId)
    .where('account_id', '=', accountId)
    .where('taken_back_cents', '>', 0)
    .where('taken_back_at', '>', agreedAt)
    .executeTakeFirst()
  return row?.at ?? null
}

/** An account that nobody has handled yet on a day. */
export async function nextToCheck(db: Reader, today: string): Promise<AutopayKey | undefined> {
  const row = await db
    .selectFrom('premium_autopay')
    .select(['member_id', 'account_id'])
    .where((either) =>
      either.or([either('checked_on', 'is', null), either('checked_on', '<', sql<string>`${today}::date`)]),
    )
    .limit(1)
    .executeTakeFirst()
  return row && { memberId: row.member_id, accountId: row.account_id }
}

export async function noteAutopay(
  tx: Tx,
  { memberId, accountId }: AutopayKey,
  note: Partial<Pick<AutopayRow, 'checked_on' | 'told_for' | 'told_over_for'>>,
): Promise<void> {
  await tx
    .updateTable('premium_autopay')
    .set(note)
    .where('member_id', '=', memberId)
    .where('account_id', '=', accountId)
    .execute()
}
