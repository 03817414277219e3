import { createIndex, type Step } from '../steps.ts'

/** Indexes that find what ended long ago, for deletion (OP-7). */
export const steps: readonly Step[] = [
  createIndex('session_by_expiry', 'session (expires_at) where actor_account_id is null'),
  createIndex('session_by_actor_session', 'session (actor_session_id) where actor_session_id is not null'),
  createIndex('refresh_token_by_expiry', 'refresh_token (expires_at)'),
  createIndex('desk_event_by_moment', 'desk_event (at)'),
]
