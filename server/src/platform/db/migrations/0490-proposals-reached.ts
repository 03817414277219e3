import { createIndex, type Step } from '../steps.ts'

/**
 * The e-mail address to which a proposal was sent (AG-6), as a keyed hash of brand and address: its recipient finds it in their shop
 * (SH-1).
 */
export const steps: readonly Step[] = [
  'alter table agency_proposal add column if not exists reached bytea',
  createIndex('agency_proposal_by_reached', 'agency_proposal (reached) where reached is not null'),
]
