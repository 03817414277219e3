import { createStatement } from '../db/database.ts'

/** Committed asynchronously: audit rows of reads may reach the disk some tenths of a second late; those of changes never do. */
export const insertion = createStatement<never, { readonly rows: string }>(
  'audit-reads',
  `insert into audit_event (event_id, at, session_id, actor_account_id, actor_login_id, as_account_id, as_login_id, member_id, action,
      record_type, record_id, outcome, address, request_id)
    select event_id, at, session_id, actor_account_id, actor_login_id, as_account_id, as_login_id, member_id, action,
      record_type, record_id, outcome, address, request_id
    from (select set_config('synchronous_commit', 'off', true)) relaxed, json_to_recordset(:rows) as event (event_id uuid,
      at timestamptz, session_id uuid, actor_account_id uuid, actor_login_id text, as_account_id uuid, as_login_id text,
      member_id uuid, action text, record_type text, record_id text, outcome text, address text, request_id text)`,
)
