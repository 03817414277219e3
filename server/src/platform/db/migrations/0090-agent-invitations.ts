import { createIndex, type Step } from '../steps.ts'

/**
 * The server invites agents whose accounts a file opened, because it has the key for e-mails (AG-3); and an index finds agents by number.
 */
export const steps: readonly Step[] = [
  'alter table account add column if not exists invitation_due boolean not null default false',
  createIndex('account_invitation_due', 'account (account_id) where invitation_due'),
  createIndex('account_by_npn', 'account (npn) where npn is not null'),
]
