import { type Kysely, sql } from 'kysely'

/**
 * E-mails sent before money in a spending account is lost (MP-29), if the member chose them: the last day that an e-mail named for each
 * account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  'alter table notification_choice add column account_ending boolean not null default true',
  'alter table spending_account add column told_day date',
  `create index spending_account_by_last_day on spending_account ((coalesce(spend_by, end_date)))
    where account_type <> 'HSA' and state <> 'withdrawn'`,
  `create index spending_account_by_claim_day on spending_account (claim_by)
    where account_type <> 'HSA' and state <> 'withdrawn'`,
]
