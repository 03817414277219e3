import type { Step } from '../steps.ts'

/** Original X12 files, sealed in parts, kept for a limited time (FD-4). */
export const steps: readonly Step[] = [
  `create table if not exists x12_original (
    file_id uuid primary key,
    brand text,
    run_id uuid not null,
    name text not null,
    bytes bigint not null,
    digest bytea not null,
    arrived_at timestamptz not null,
    kept_until timestamptz not null,
    whole boolean not null default false
  )`,
  `create table if not exists x12_original_part (
    part_id uuid primary key,
    file_id uuid not null references x12_original on delete cascade,
    place integer not null,
    sealed bytea not null,
    unique (file_id, place)
  )`,
  'create index if not exists x12_original_arrived on x12_original (arrived_at desc)',
  'create index if not exists x12_original_until on x12_original (kept_until)',
]
