import { type Kysely, sql } from 'kysely'

/** A claim may be a correction: it takes back one that is not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  'alter table claim drop constraint claim_state_check',
  // Not valid: the claims that are there keep to the stricter rule from before, and a check of each would hold up their readers.
  `alter table claim add constraint claim_state_check check (state in ('in-progress', 'paid', 'denied', 'partly-denied', 'adjusted',
    'paid-on-appeal', 'correction', 'replaced', 'cancelled')) not valid`,
]
