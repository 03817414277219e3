import { createIndex, type Step } from '../steps.ts'

/**
 * Whoever closes an account, or takes its data along, asks for all of its sessions and e-mails, not only for those that are open or waiting;
 * a new password ends the sessions of an account and those in which it acts for somebody; what waits in the outbox is counted beside
 * a month of what was sent. Without these, each reads the rows of everybody (RG-4, OP-7).
 */
export const steps: readonly Step[] = [
  createIndex('session_of_account', 'session (account_id)'),
  createIndex('session_of_actor', 'session (actor_account_id) where actor_account_id is not null'),
  'drop index concurrently if exists session_by_account',
  createIndex('outbox_of_member', 'outbox (for_member_id) where for_member_id is not null'),
  createIndex('outbox_of_address', 'outbox (recipient) where for_member_id is null'),
  createIndex('outbox_unsent', `outbox (state, created_at) where state in ('waiting', 'dead')`),
]
