import { type Kysely, sql } from 'kysely'

/** Plans that a brand sells (SH-3): loaded a year at a time, replaced as a generation, the same for everybody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // A year's loaded data. Readers use the generation, which changes with every load.
  `create table shop_catalogue (
    brand text not null,
    plan_year integer not null,
    generation uuid not null,
    hashes jsonb not null,
    run_id uuid not null,
    loaded_at timestamptz not null,
    primary key (brand, plan_year)
  )`,
  `create table shop_plan (
    brand text not null,
    plan_year integer not null,
    plan_id text not null,
    content jsonb not null,
    primary key (brand, plan_year, plan_id)
  )`,
  `create table shop_benefit (
    brand text not null,
    plan_year integer not null,
    plan_id text not null,
    benefits jsonb not null,
    primary key (brand, plan_year, plan_id)
  )`,
  // Prices of a plan by rating area: the age range, the monthly price, and the price for tobacco users.
  `create table shop_rate (
    brand text not null,
    plan_year integer not null,
    plan_id text not null,
    rates jsonb not null,
    primary key (brand, plan_year, plan_id)
  )`,
  // Counties, or states, of service areas and of rating areas.
  `create table shop_place (
    brand text not null,
    plan_year integer not null,
    kind text not null check (kind in ('service', 'rating')),
    area_id text not null,
    places jsonb not null,
    primary key (brand, plan_year, kind, area_id)
  )`,
]
