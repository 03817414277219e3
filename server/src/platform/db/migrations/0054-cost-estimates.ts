import { type Kysely, sql } from 'kysely'

/** The costs of care that a member was shown, and when (MP-26). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table cost_estimate (
    member_id uuid not null references member,
    estimate_id uuid not null,
    service_name text not null,
    provider_name text,
    high_cents bigint,
    shown jsonb not null,
    kept_at timestamptz not null,
    primary key (member_id, estimate_id)
  )`.execute(db)
}
