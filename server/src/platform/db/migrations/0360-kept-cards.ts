import { createIndex, type Step } from '../steps.ts'

/** Members may keep their ID cards on a phone, which shows them only while their row is here (MP-12). */
export const steps: readonly Step[] = [
  `create table if not exists kept_card (
    kept_id uuid primary key,
    account_id uuid not null references account,
    session_id uuid not null,
    brand text not null,
    user_agent text not null,
    kept_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  createIndex('kept_card_by_account', 'kept_card (account_id)'),
  createIndex('kept_card_by_session', 'kept_card (session_id)'),
]
