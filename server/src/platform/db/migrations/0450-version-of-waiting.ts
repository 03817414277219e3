import { createIndex, type Step } from '../steps.ts'

/**
 * A sign-in that waits for our own code remembers by which settings of its connection it came (OS-60). Cards that phones keep (MP-12) end with
 * the connection also where their session is over, and so is found.
 */
export const steps: readonly Step[] = [
  'alter table sign_in_challenge add column if not exists connection_version integer',
  createIndex('session_of_connection', 'session (connection_id, provider_session) where connection_id is not null'),
]
