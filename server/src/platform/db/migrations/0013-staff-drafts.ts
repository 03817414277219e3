import { type Kysely, sql } from 'kysely'

/** Drafts of staff in conversations, and an index for counting the conversations that they are done with (MC-6). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // draft_id is the client message id that the reply or note will be sent with.
  `create table staff_draft (
    account_id uuid not null references account,
    member_id uuid not null,
    thread_id uuid not null,
    draft_id uuid not null,
    version integer not null,
    data jsonb not null,
    saved_at timestamptz not null,
    primary key (account_id, thread_id),
    foreign key (member_id, thread_id) references thread
  )`,
  `create index thread_work_settled on thread_work (brand, category_id, state) where state <> 'open'`,
]
