import type { replyToThread } from '@portico/contract/calls/workspace'
import { hasOpenVariables } from '@portico/rules/workspace/canned-reply'
import { v7 as uuidv7 } from 'uuid'
import { readMemberCard } from '../../member/member/card.ts'
import { deliver, findDelivered } from '../../messages/messages/desk.ts'
import type { Tx } from '../../platform/db/database.ts'
import { fieldError } from '../../platform/http/call-error.ts'
import { leaveUnchanged } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import type { ChangeParts } from './change-parts.ts'
import {
  aboutThread,
  advance,
  findDesk,
  findDraftPlace,
  lockThread,
  requireVersion,
  saveWork,
} from './change-thread.ts'
import { forgetDraft } from './draft-store.ts'
import { fileOwner } from './files.ts'
import { endTyping } from './presence-store.ts'
import * as store from './store.ts'
import { createReplyContext } from './thread.ts'

export const sendReply =
  (parts: ChangeParts): AuditedHandler<typeof replyToThread> =>
  async ({ principal, params, body }, context, tx) => {
    const { senders, attachments, emails } = parts
    const { work, scope } = await lockThread(tx, principal, params.threadId)
    const { clientMessageId, text, language, leaves, version, attachmentIds = [] } = body
    const ids = { memberId: work.member_id, threadId: work.thread_id, clientMessageId }
    const before = await findDelivered(tx, ids)
    const writing = createReplyContext(scope, work, await readMemberCard(tx, work.member_id))
    const words = `${text}\n\n${senders.signature(writing, language)}`
    if (before) {
      const differs = before.body !== words || before.attachment_count !== attachmentIds.length
      const { message_id: messageId, sent_at } = before
      return leaveUnchanged({
        messageId,
        sentAt: sent_at.toISOString(),
        version: work.version,
        repeated: true,
        differs,
      })
    }
    if (hasOpenVariables(text)) throw fieldError('text', 'reply.variable-open')
    requireVersion(work, version)
    const owner = fileOwner(context, work)
    const attachmentCount = attachmentIds.length === 0 ? 0 : await attachments.checkReady(tx, owner, attachmentIds)
    const message = await deliver(tx, emails, {
      ...ids,
      authorName: senders.sender(writing, language),
      text: words,
      attachmentCount,
      now: context.now,
    })
    if (attachmentCount > 0) await attachments.attach(tx, owner, attachmentIds, message.message_id)
    await forgetDraft(tx, findDraftPlace(scope, work), clientMessageId)
    await endTyping(tx, scope.accountId, work)
    const saved = await saveWork(tx, context, work, {
      ...advance(parts, work, { kind: 'replied', at: context.now, leaves }),
      assignee_account_id: work.assignee_account_id ?? scope.accountId,
    })
    await countAnswer(parts, tx, work, { by: scope.accountId, now: context.now })
    return aboutThread(work, {
      messageId: message.message_id,
      sentAt: message.sent_at.toISOString(),
      version: saved.version,
      repeated: false,
      differs: false,
    })
  }

async function countAnswer(
  parts: ChangeParts,
  tx: Tx,
  work: store.WorkLine,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<void> {
  const { targets } = parts
  const { brand, category_id, waiting_since, due_at } = work
  await store.insertDeskEvent(tx, {
    event_id: uuidv7(),
    at: now,
    brand,
    category_id,
    kind: 'answered',
    answered_by: by,
    waited_minutes: waiting_since && targets.measureWait(findDesk(parts, work), waiting_since, now),
    late: due_at && due_at < now,
  })
}
