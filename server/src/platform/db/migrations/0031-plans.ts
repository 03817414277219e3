import { type Kysely, sql } from 'kysely'

/**
 * Plans with their benefits, and what a member's files say about the year's limits (MP-12). A plan is the same for everyone on it and is
 * stored once; what belongs to a member is stored under the member.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // A whole year of a plan: loaded, replaced and read as one. Null: the plan's file does not say.
  `create table plan (
    brand text not null,
    plan_id text not null,
    plan_year integer not null,
    name text not null,
    kind text not null check (kind in ('medical', 'drug', 'dental', 'vision')),
    begins date not null,
    ends date not null,
    family_rules jsonb not null,
    limits jsonb not null,
    benefits jsonb not null,
    documents jsonb not null,
    resource_id text not null,
    version text,
    content_hash bytea not null,
    run_id uuid not null,
    imported_at timestamptz not null,
    primary key (brand, plan_id, plan_year)
  )`,
  // Which plan a product is, by its id in the plan's files, and limits that a coverage gives itself.
  `alter table product add column plan_id text, add column limits jsonb not null default '[]'`,
  // Existing coverages lack this: an empty hash makes the next load treat them as changed.
  `update coverage_source set content_hash = ''`,
  // The member's own limits, and the amounts used as the plan reports them; the rest comes from the plan and from claims.
  'drop table accumulator',
  `create table accumulator (
    member_id uuid not null references member,
    client_number text not null,
    group_number text not null,
    plan_kind text not null check (plan_kind in ('medical', 'drug', 'dental', 'vision')),
    plan_year integer not null,
    kind text not null check (kind in ('deductible', 'out-of-pocket')),
    network text not null check (network in ('in', 'out')),
    holder text not null check (holder in ('person', 'family')),
    limit_cents bigint,
    used_cents bigint,
    as_of date,
    resource_id text not null,
    run_id uuid not null,
    imported_at timestamptz not null,
    primary key (member_id, client_number, group_number, plan_kind, plan_year, kind, network, holder)
  )`,
  // Other insurers' coverage, from this plan's files.
  `create table other_insurance (
    member_id uuid not null references member,
    resource_id text not null,
    payer_name text,
    plan_name text,
    policy_number text,
    kind text not null check (kind in ('medical', 'drug', 'dental', 'vision')),
    pays_order integer,
    begins date,
    ends date,
    run_id uuid not null,
    primary key (member_id, resource_id)
  )`,
]
