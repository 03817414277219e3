import { createIndex, type Step } from '../steps.ts'

/**
 * Whoever closes an account, takes its data along or is erased, asks for all of its sessions, e-mails and files' names, not only for those
 * that are open or waiting; a new password ends the sessions of an account and those in which it acts for somebody; e-mails and payments that
 * wait are counted beside all those that do not. Without these, each reads the rows of everybody (RG-4, OP-7).
 */
export const steps: readonly Step[] = [
  createIndex('session_of_account', 'session (account_id)'),
  createIndex('session_of_actor', 'session (actor_account_id) where actor_account_id is not null'),
  createIndex('outbox_of_member', 'outbox (for_member_id) where for_member_id is not null'),
  createIndex('outbox_of_address', 'outbox (recipient) where for_member_id is null'),
  createIndex('outbox_unsent', `outbox (state, created_at) where state in ('waiting', 'dead')`),
  createIndex(
    'premium_payment_waiting',
    `premium_payment (created_at) where state in ('created', 'unknown', 'pending')`,
  ),
  createIndex('import_patient_of_member', 'import_patient (member_id) where member_id is not null'),
]
