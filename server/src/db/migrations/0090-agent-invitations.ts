import { type Kysely, sql } from 'kysely'

/** Agents whose accounts a file opened are invited by the server, which has the key of e-mails (AG-3); and they are found by number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  'alter table account add invitation_due boolean not null default false',
  'create index account_invitation_due on account (account_id) where invitation_due',
  'create index account_by_npn on account (npn) where npn is not null',
]
