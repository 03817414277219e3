import { type Kysely, sql } from 'kysely'

/** Premium e-mails, each chosen by the member (MP-29): which bills and payments they were told about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `alter table notification_choice
    add column bill_due boolean not null default true,
    add column payment_made boolean not null default true`,
  'alter table premium_bill add column told_on date',
  'alter table premium_payment add column told_at timestamptz',
  `create index premium_payment_to_tell on premium_payment (settled_at)
    where told_at is null and state in ('succeeded', 'failed')`,
  "create index premium_bill_to_tell on premium_bill (due_on) where told_on is null and state = 'sent'",
]
