import { type Kysely, sql } from 'kysely'

/** Accounts that staff lock or close, and a record of everyone who was ever an administrator. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // Both moments end sign-ins: locked until lifted, or closed for good.
  'alter table account add column locked_at timestamptz',
  'alter table account add column ended_at timestamptz',
  // Kept when they stop being one, so that removing the second administrator does not get around the two-person rule.
  'alter table account add column administrator_since timestamptz',
  `create index account_of_staff on account (login_id) where role = 'INTERNAL'`,
]
