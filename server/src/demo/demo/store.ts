import { type Insertable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export async function hasAccounts(db: Reader): Promise<boolean> {
  return (await db.selectFrom('account').select('account_id').limit(1).executeTakeFirst()) !== undefined
}

/** Lets other servers that start wait until the transaction has loaded everything. */
export async function lockAccounts(tx: Tx): Promise<void> {
  await sql`lock table account in share row exclusive mode`.execute(tx)
}

export async function insertRows<Table extends keyof Tables>(
  tx: Tx,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  await tx.insertInto(table).values(rows).execute()
}

export function findAccount(db: Reader, loginId: string) {
  return db.selectFrom('account').selectAll().where('login_id', '=', loginId).executeTakeFirstOrThrow()
}

export function listAccounts(db: Reader) {
  return db.selectFrom('account').select(['account_id', 'login_id', 'member_id', 'npn']).execute()
}

/** Everyone with an account, in a line for each brand that they work for. */
export function listWorkers(db: Reader) {
  return db
    .selectFrom('account')
    .leftJoin('staff_brand', 'staff_brand.account_id', 'account.account_id')
    .select(['account.account_id', 'login_id', 'first_name', 'last_name', 'entitlements', 'staff_brand.brand'])
    .orderBy('login_id')
    .execute()
}

/** All messages with the brand and topic of their conversations, newest first. */
export function listMessages(db: Reader) {
  return db
    .selectFrom('message')
    .innerJoin('thread', (join) =>
      join.onRef('thread.member_id', '=', 'message.member_id').onRef('thread.thread_id', '=', 'message.thread_id'),
    )
    .select(['message.member_id', 'message.thread_id', 'thread.brand', 'thread.category_id', 'incoming', 'sent_at'])
    .orderBy('sent_at', 'desc')
    .execute()
}

export function listMemberNumbers(db: Reader) {
  return db.selectFrom('member').select(['brand', 'member_number']).execute()
}

export async function hasProposals(db: Reader): Promise<boolean> {
  return (await db.selectFrom('agency_proposal').select('proposal_id').limit(1).executeTakeFirst()) !== undefined
}

export function listAgencyRegions(db: Reader) {
  return db.selectFrom('agency_region').selectAll().execute()
}

/** What a plan's files have brought, by the table that says so. */
type Loaded = 'shop_catalogue' | 'premium_sent' | 'spending_sent' | 'rates_file'

/** The brands that have something of a kind already. */
export async function listLoadedBrands(db: Reader, table: Loaded): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ brand: string }>`select distinct brand from ${sql.table(table)}`.execute(db)
  return new Set(rows.map(({ brand }) => brand))
}

/** The brands whose file was imported completely before. */
export async function listRecordedBrands(db: Reader): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('import_run')
    .select('brand')
    .where('state', '=', 'done')
    .where('kind', '=', 'fhir')
    .execute()
  return new Set(rows.flatMap(({ brand }) => brand ?? []))
}
