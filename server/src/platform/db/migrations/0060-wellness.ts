import { type Kysely, sql } from 'kysely'

/** Health data and goals that members enter for themselves alone (MP-20). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `create table wellness_assessment (
    member_id uuid primary key references member,
    answers jsonb not null,
    saved_at timestamptz not null
  )`,
  `create table wellness_goal (
    member_id uuid not null references member,
    goal text not null,
    per_week integer not null check (per_week between 1 and 7),
    since date not null,
    primary key (member_id, goal)
  )`,
  `create table wellness_day (
    member_id uuid not null,
    goal text not null,
    day date not null,
    primary key (member_id, goal, day),
    foreign key (member_id, goal) references wellness_goal on delete cascade
  )`,
]
