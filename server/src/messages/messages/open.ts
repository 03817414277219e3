import type { PayloadOf } from '@portico/contract/call'
import type { openMessage as call } from '@portico/contract/calls/messages'
import { threadPage } from '@portico/contract/limits'
import { computeReplyBy } from '@portico/rules/messages/reply-by'
import { claimsMentioned } from '../../member/claims/mentions.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { type Cursor, cursorText, parseCursor } from '../../platform/http/cursor.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { findReplyDraft } from './draft-store.ts'
import { readFiles } from './files.ts'
import { createReading } from './hidden-forms.ts'
import { readMemberName } from './names.ts'
import type { MessageParts } from './parts.ts'
import { toRow } from './row.ts'
import * as store from './store.ts'

type Opened = PayloadOf<typeof call>

/** A message with its conversation. Throws NOT-FOUND, FIELD-INVALID at `before`. */
export const openMessage =
  (parts: MessageParts): AuditedHandler<typeof call> =>
  async ({ principal, params: { messageId }, query: { before } }, context, tx) => {
    const { language, now } = context
    const found = await store.findMessage(tx, principal.memberId, messageId)
    if (found === undefined) throw new CallError('NOT-FOUND')
    const { thread, earlier } = await readThread(tx, found, parseCursor('before', before))
    const files = await readFiles(parts, tx, thread)
    const reading = await createReading(tx, context, [found.thread_id])
    const opened = reading(found, files.get(messageId))
    const to = found.incoming ? await readMemberName(tx, principal) : ''
    const shown = { ...found, member_name: to, read: found.read_at !== null, excerpt: opened.text }
    return about(messageId, {
      ...toRow(parts, shown, messageId, { brand: found.brand, language }),
      ...opened,
      ...toCallBack(found),
      claims: await claimsMentioned(tx, principal, found.thread_id, now),
      thread: thread.map((entry) => ({
        messageId: entry.message_id,
        direction: entry.incoming ? ('to-member' as const) : ('from-member' as const),
        from: entry.author_name,
        onBehalf: entry.on_behalf,
        sentAt: entry.sent_at.toISOString(),
        read: !entry.incoming || entry.read_at !== null,
        text: reading(entry).text,
        attachments: reading(entry, files.get(entry.message_id)).attachments,
      })),
      earlier,
      draft: await readReplyDraft(tx, context, found.thread_id),
      expectedReplyBy: computeReplyBy(now, parts.holidays).toISOString(),
    })
  }

/** Nobody else may read a person's drafts (CS-1). */
async function readReplyDraft(
  tx: Tx,
  { principal }: CallContext<MemberPrincipal>,
  threadId: string,
): Promise<Opened['draft']> {
  const { memberId, actor } = principal
  const draft = actor === null ? await findReplyDraft(tx, memberId, threadId) : undefined
  if (draft === undefined) return null
  const { text, attachmentIds } = draft.data
  const savedAt = draft.saved_at.toISOString()
  return { draftId: draft.draft_id, version: draft.version, savedAt, text, attachmentIds: [...attachmentIds] }
}

function toCallBack({ phone_number, best_time }: store.Message): Pick<Opened, 'callBack'> {
  if (phone_number === null && best_time === null) return {}
  return { callBack: { phoneNumber: phone_number, bestTime: best_time } }
}

function toCursor({ sent_at, message_id }: Pick<store.Message, 'sent_at' | 'message_id'>): Cursor {
  return { at: sent_at, id: message_id }
}

/**
 * The newest messages of a conversation before a position, and how many come before them; deleted ones only if the opened message is
 * deleted. The opened message is always included, however old, because the page shows it.
 */
async function readThread(tx: Tx, opened: store.Message, before: Cursor | null) {
  const { member_id: memberId, thread_id: threadId, message_id: openId } = opened
  const part = { memberId, threadId, only: opened.deleted_at === null ? 'kept' : 'restorable' } as const
  const newest = await store.listThread(tx, { ...part, before, max: threadPage })
  const first = newest[0]
  const isThere = before !== null || newest.some(({ message_id }) => message_id === openId)
  const count = first ? await store.countEarlier(tx, { ...part, before: toCursor(first) }, openId) : 0
  return {
    thread: isThere ? newest : [opened, ...newest],
    earlier: first && count > 0 ? { before: cursorText(toCursor(first)), count } : null,
  }
}
