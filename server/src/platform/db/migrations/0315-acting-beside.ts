import { createIndex, type Step } from '../steps.ts'

/** A representative may act for a member in a separate browser tab: a single-use ticket hands the session over to it (CS-1). */
export const steps: readonly Step[] = [
  'alter table session add column if not exists hand_over_hash bytea',
  createIndex('session_hand_over', 'session (hand_over_hash) where hand_over_hash is not null', { unique: true }),
]
