import { type Kysely, sql } from 'kysely'

/** A claim may be a correction, which takes back an unknown claim. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  'alter table claim drop constraint claim_state_check',
  // Not valid: existing claims satisfy the earlier, stricter rule, and checking each would hold up readers.
  `alter table claim add constraint claim_state_check check (state in ('in-progress', 'paid', 'denied', 'partly-denied', 'adjusted',
    'paid-on-appeal', 'correction', 'replaced', 'cancelled')) not valid`,
]
