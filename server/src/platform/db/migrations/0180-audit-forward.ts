import type { Step } from '../steps.ts'

/** The last place of the audit log that another system has, and which server sends the rest (OP-11). */
export const steps: readonly Step[] = [
  `create table if not exists audit_forward (
    name text primary key,
    seq bigint not null,
    holder uuid not null,
    leased_until timestamptz not null)`,
]
