import { createIndex, type Step } from '../steps.ts'

/**
 * A sign-in that waits for our own code remembers its connection's version (OS-60). Cards kept on phones (MP-12) end with the connection
 * even if their session is over; the index finds such sessions.
 */
export const steps: readonly Step[] = [
  'alter table sign_in_challenge add column if not exists connection_version integer',
  createIndex('session_of_connection', 'session (connection_id, provider_session) where connection_id is not null'),
]
