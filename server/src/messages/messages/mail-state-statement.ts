import type { PayloadOf } from '@portico/contract/call'
import type { mailEvents } from '@portico/contract/calls/live'
import { sessionsLive } from '../../identity/sessions/sessions.ts'
import { type Database, statement } from '../../platform/db/database.ts'

export type MailState = PayloadOf<typeof mailEvents>

/** The current state of the mail for the members of these sessions ($1 to $3), if the session is live. */
const mailState = statement<{
  readonly session_id: string
  readonly unread: number
  readonly inbox: number
  readonly sent: number
  readonly deleted: number
  readonly inbox_threads: number
  readonly sent_threads: number
  readonly deleted_threads: number
  readonly newest: string | null
  readonly drafts: string | null
}>(
  'mail-state',
  `select session_id, coalesce(unread, 0) as unread, coalesce(inbox, 0) as inbox, coalesce(sent, 0) as sent,
      coalesce(deleted, 0) as deleted,
      coalesce(inbox_threads, 0) as inbox_threads, coalesce(sent_threads, 0) as sent_threads,
      coalesce(deleted_threads, 0) as deleted_threads, (
        select message_id from message m
        where m.member_id = session.member_id and m.incoming and m.deleted_at is null
        order by sent_at desc, message_id desc limit 1
      ) as newest, case when actor_session_id is null then (
        select concat_ws(' ', count(*), extract(epoch from max(saved_at))) from message_draft d
        where d.member_id = session.member_id
      ) end as drafts
    from session left join mailbox_count c on c.member_id = session.member_id
    where ${sessionsLive}`,
)

/** The state of the mail for each of these sessions that is live, by session. */
export async function readMailStates(
  database: Pick<Database, 'run'>,
  sessionIds: readonly string[],
  { now, idleSince }: { readonly now: Date; readonly idleSince: Date },
): Promise<ReadonlyMap<string, MailState>> {
  const rows = await database.run(mailState, [sessionIds, now, idleSince])
  return new Map(
    rows.map(({ session_id, unread, inbox, sent, deleted, newest, drafts, ...row }) => [
      session_id,
      {
        unreadCount: unread,
        totals: { inbox, sent, deleted },
        threads: { inbox: row.inbox_threads, sent: row.sent_threads, deleted: row.deleted_threads },
        newestMessageId: newest,
        draftsVersion: drafts,
      },
    ]),
  )
}
