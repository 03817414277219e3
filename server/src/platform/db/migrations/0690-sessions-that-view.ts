import { createIndex, type Step } from '../steps.ts'

/** Finds viewing sessions, which are checked about once a minute (RG-3): few of all open sessions. */
export const steps: readonly Step[] = [
  createIndex('session_viewing', "session (session_id) where method = 'viewing' and ended_at is null"),
]
