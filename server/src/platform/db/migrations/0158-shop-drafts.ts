import { createIndex, type Step } from '../steps.ts'

/** Unsent applications as typed, and who has already applied (SH-9). Typed data is encrypted. */
export const steps: readonly Step[] = [
  `create table if not exists shop_draft (
    enrollment_id uuid primary key,
    ticket_hash bytea not null unique,
    brand text not null,
    account_id uuid references account on delete cascade,
    plan_year integer not null,
    plan_id text not null,
    sealed bytea not null,
    saved_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  createIndex('shop_draft_expiry', 'shop_draft (expires_at)'),
  createIndex('shop_draft_account', 'shop_draft (account_id) where account_id is not null'),
  // One application per person, brand, kind of plan and year; only a keyed hash identifies the person.
  `create table if not exists shop_applicant (
    person_hash bytea primary key,
    enrollment_id uuid not null references shop_application on delete cascade
  )`,
  createIndex('shop_applicant_application', 'shop_applicant (enrollment_id)'),
]
