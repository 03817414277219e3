import { type Kysely, sql } from 'kysely'

/** Lists of covered drugs by plan (MP-17, IM-9), from files in the exchange's format. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // A whole formulary, loaded and replaced at once. `costs`: what members pay for a tier, by kind of pharmacy.
  `create table formulary (
    brand text not null,
    plan_id text not null,
    version text not null,
    costs jsonb not null,
    run_id uuid not null,
    imported_at timestamptz not null,
    primary key (brand, plan_id)
  )`,
  `create table formulary_drug (
    brand text not null,
    plan_id text not null,
    drug_id text not null,
    name text not null,
    ingredient text,
    strength text,
    form text,
    is_brand boolean,
    rxnorm text,
    tier text,
    prior_authorization boolean,
    step_therapy boolean,
    quantity_limit boolean,
    primary key (brand, plan_id, drug_id)
  )`,
]
