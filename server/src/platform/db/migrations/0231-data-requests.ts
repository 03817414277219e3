import type { Step } from '../steps.ts'

/** An administrator's requests about people's data, which wait for another administrator's decision (OP-7). */
export const steps: readonly Step[] = [
  `create table if not exists data_request (
    request_id uuid primary key,
    kind text not null,
    brand text not null,
    subject text not null,
    number text not null,
    reason text not null,
    asked_by uuid not null,
    asked_at timestamptz not null,
    expires_at timestamptz not null,
    state text not null check (state in ('waiting', 'confirmed', 'dropped')),
    decided_by uuid,
    decided_at timestamptz
  )`,
  "create index if not exists data_request_waiting on data_request (asked_at) where state = 'waiting'",
]
