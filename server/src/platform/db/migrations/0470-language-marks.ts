import type { Step } from '../steps.ts'

/** A brand's reviewers' verdicts on machine-translated texts (LG-4), by a hash of each text. */
export const steps: readonly Step[] = [
  `create table if not exists language_mark (
    brand text not null,
    language text not null,
    area text not null,
    text_id text not null,
    hash text not null,
    state text not null check (state in ('read', 'reported')),
    note text not null,
    marked_by uuid not null,
    marker text not null,
    marked_at timestamptz not null,
    primary key (brand, language, area, text_id))`,
]
