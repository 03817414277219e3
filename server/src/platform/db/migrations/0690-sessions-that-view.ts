import { createIndex, type Step } from '../steps.ts'

/** Those who look at somebody else's information are asked about once a minute (RG-3): few among all who are signed in. */
export const steps: readonly Step[] = [
  createIndex('session_viewing', "session (session_id) where method = 'viewing' and ended_at is null"),
]
