import { createIndex, type Step } from '../steps.ts'

/** Agents whose accounts a file opened are invited by the server, which has the key of e-mails (AG-3); and they are found by number. */
export const steps: readonly Step[] = [
  'alter table account add column if not exists invitation_due boolean not null default false',
  createIndex('account_invitation_due', 'account (account_id) where invitation_due'),
  createIndex('account_by_npn', 'account (npn) where npn is not null'),
]
