import { type Kysely, sql } from 'kysely'

/** Which claim a message is about (MP-9), and whether it is an appeal of its decision (MP-8). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // A subscriber may write about a child's claim: then the claim and the message belong to different members.
  `create table message_claim (
    member_id uuid not null,
    message_id uuid not null,
    thread_id uuid not null,
    claim_member_id uuid not null,
    claim_id uuid not null,
    appeal boolean not null,
    sent_at timestamptz not null,
    primary key (member_id, message_id),
    foreign key (member_id, message_id) references message
  )`,
  'create index message_claim_by_thread on message_claim (member_id, thread_id)',
  'create index message_claim_appeals on message_claim (member_id, claim_id, sent_at) where appeal',
]
