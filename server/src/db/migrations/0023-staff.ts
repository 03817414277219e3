import { type Kysely, sql } from 'kysely'

/** Accounts that staff lock or end, and who has ever been an administrator. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // Since when no one can sign in: until it is lifted, and for good.
  'alter table account add column locked_at timestamptz',
  'alter table account add column ended_at timestamptz',
  // Stays when they are one no more: the rule of two persons is not got around by removing the second.
  'alter table account add column administrator_since timestamptz',
  `create index account_of_staff on account (login_id) where role = 'INTERNAL'`,
]
