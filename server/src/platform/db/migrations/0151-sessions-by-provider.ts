import { createIndex, type Step } from '../steps.ts'

/** The connection that opened a session, and the provider's id for it, because the provider may end it (OS-62). */
export const steps: readonly Step[] = [
  `alter table session add column if not exists connection_id uuid, add column if not exists provider_session text`,
  `alter table session drop constraint if exists session_method_check, add constraint session_method_check
    check (method in ('password', 'second-factor', 'passkey', 'provider', 'simulation', 'viewing')) not valid`,
  'alter table session validate constraint session_method_check',
  createIndex(
    'session_of_provider',
    'session (connection_id, provider_session) where connection_id is not null and ended_at is null',
  ),
]
