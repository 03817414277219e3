import { createIndex, type Step } from '../steps.ts'

/**
 * Closing, exporting or erasing an account reads all of its sessions, e-mails and file names, not only open or waiting ones; a new password
 * ends the account's sessions and those in which it acts for someone; and waiting e-mails and payments are counted among all others.
 * Without these indexes, each of these reads everyone's rows (RG-4, OP-7).
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
