import type { Step } from '../steps.ts'

/** Up to where another system has the audit log, and which server sends it the rest (OP-11). */
export const steps: readonly Step[] = [
  `create table if not exists audit_forward (
    name text primary key,
    seq bigint not null,
    holder uuid not null,
    leased_until timestamptz not null)`,
]
