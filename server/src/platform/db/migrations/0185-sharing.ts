import { type Kysely, sql } from 'kysely'

/** Members' choices about doctors and other plans (OS-42), one row each; and the plans that can be asked for records (OS-55). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table payer_peer (
    peer_id uuid primary key,
    name text not null,
    fhir_base text not null unique,
    client_id text not null,
    is_on boolean not null,
    changed_at timestamptz not null,
    changed_by uuid references account on delete set null)`.execute(db)
  await sql`create table sharing_choice (
    choice_id uuid primary key,
    member_id uuid not null,
    with_providers boolean not null,
    ask_earlier_plan boolean not null,
    earlier_peer_id uuid references payer_peer,
    earlier_plan text,
    earlier_number text,
    chosen_at timestamptz not null,
    chosen_by text not null check (chosen_by in ('member', 'staff')),
    reason text)`.execute(db)
  await sql`create index sharing_choice_of_member on sharing_choice (member_id, chosen_at desc, choice_id desc)`.execute(
    db,
  )
}
