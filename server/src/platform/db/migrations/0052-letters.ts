import { type Kysely, sql } from 'kysely'

/** E-mails that people asked the portal to send (SH-2), each sent once: the page's id identifies it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table sent_letter (
      account_id uuid not null references account,
      letter_id uuid not null,
      template text not null,
      sent_at timestamptz not null,
      primary key (account_id, letter_id)
    )`)
    .execute(db)
}
