import { addThreadNote, assignThread, replyToThread, setThreadState } from '@portico/contract/calls/workspace'
import { hasOpenVariables } from '@portico/rules/workspace/canned-reply'
import { workAfter } from '@portico/rules/workspace/work'
import { v7 as uuidv7 } from 'uuid'
import type { BrandService } from '../../brands/brand/service.ts'
import type { ResponseTargets } from '../../brands/content/targets.ts'
import { deskScopeOf, type Scope } from '../../identity/rights/scope.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import { readMemberCard } from '../../member/member/card.ts'
import type { AttachmentService } from '../../messages/attachments/service.ts'
import { deliver, findDelivered } from '../../messages/messages/desk.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { holdAccounts, lockMember } from '../../platform/db/row-locks.ts'
import type { Asking } from '../../platform/http/asking.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import { auditConversation } from './audit-staff.ts'
import { forgetDraft } from './drafts.ts'
import { fileOwner } from './files.ts'
import { endTyping } from './presence.ts'
import type { Senders } from './senders.ts'
import * as store from './store.ts'
import { writingIn } from './thread.ts'

export interface ChangeParts {
  readonly database: Database
  readonly brands: BrandService
  readonly targets: ResponseTargets
  readonly senders: Senders
  readonly attachments: AttachmentService
  readonly emails: EmailService
}

/** The changes that staff make to a conversation. All throw NOT-FOUND for another brand's, and THREAD-CHANGED for an old version. */
export function bindChanges(
  binder: Binder,
  { database, brands, targets, senders, attachments, emails }: ChangeParts,
): void {
  binder.bind(assignThread, ({ params: { threadId }, body: { accountId, version } }, asking) =>
    changing(asking, threadId, accountId, async (tx, { work }) => {
      const colleagues = await store.listColleagues(tx, work.brand)
      if (accountId !== null && !colleagues.some((one) => one.account_id === accountId.toLowerCase()))
        throw new CallError('NOT-FOUND')
      requireVersion(work, version)
      const saved = await save(tx, asking, work, { assignee_account_id: accountId?.toLowerCase() ?? null })
      await auditConversation(tx, asking, accountId === null ? 'release' : 'assign', work)
      return { version: saved.version }
    }),
  )

  binder.bind(setThreadState, ({ params: { threadId }, body: { state, version } }, asking) =>
    changing(asking, threadId, null, async (tx, { work }) => {
      requireVersion(work, version)
      const saved = await save(tx, asking, work, {
        ...after(work, { kind: 'set', at: asking.now, to: state }),
        assignee_account_id: await store.presentAssignee(tx, work),
      })
      await auditConversation(tx, asking, state === 'open' ? 'reopen' : state === 'waiting' ? 'wait' : 'resolve', work)
      return { version: saved.version }
    }),
  )

  binder.bind(replyToThread, ({ params: { threadId }, body }, asking) =>
    changing(asking, threadId, null, async (tx, { work, scope }) => {
      const { clientMessageId, text, language, leaves, version, attachmentIds = [] } = body
      const ids = { memberId: work.member_id, threadId: work.thread_id, clientMessageId }
      const before = await findDelivered(tx, ids)
      const writing = writingIn(scope, work, await readMemberCard(tx, work.member_id))
      const words = `${text}\n\n${senders.signature(writing, language)}`
      if (before) {
        const differs = before.body !== words || before.attachment_count !== attachmentIds.length
        const { message_id: messageId, sent_at } = before
        return { messageId, sentAt: sent_at.toISOString(), version: work.version, repeated: true, differs }
      }
      if (hasOpenVariables(text)) throw fieldError('text', 'reply.variable-open')
      requireVersion(work, version)
      const owner = fileOwner(asking, work)
      const attachmentCount = attachmentIds.length === 0 ? 0 : await attachments.checkReady(tx, owner, attachmentIds)
      const message = await deliver(tx, emails, {
        ...ids,
        authorName: senders.sender(writing, language),
        text: words,
        attachmentCount,
        now: asking.now,
      })
      if (attachmentCount > 0) await attachments.attach(tx, owner, attachmentIds, message.message_id)
      await forgetDraft(tx, draftPlace(scope, work), clientMessageId)
      await endTyping(tx, scope, work)
      const saved = await save(tx, asking, work, {
        ...after(work, { kind: 'replied', at: asking.now, leaves }),
        assignee_account_id: work.assignee_account_id ?? scope.accountId,
      })
      await countAnswer(tx, work, asking.now)
      await auditConversation(tx, asking, 'reply', work)
      return {
        messageId: message.message_id,
        sentAt: message.sent_at.toISOString(),
        version: saved.version,
        repeated: false,
        differs: false,
      }
    }),
  )

  binder.bind(addThreadNote, ({ params: { threadId }, body: { clientMessageId, text } }, asking) =>
    changing(asking, threadId, null, async (tx, { work, scope }) => {
      const before = await store.findNote(tx, work.member_id, clientMessageId)
      if (before && before.thread_id !== work.thread_id) throw new CallError('CONFLICT')
      if (before) {
        const { note_id: noteId, written_at, body } = before
        return { noteId, writtenAt: written_at.toISOString(), repeated: true, differs: body !== text }
      }
      const note = {
        member_id: work.member_id,
        note_id: uuidv7(),
        thread_id: work.thread_id,
        client_message_id: clientMessageId,
        author_account_id: scope.accountId,
        author_name: scope.name,
        body: text,
        written_at: asking.now,
      }
      await store.insertNote(tx, note)
      await forgetDraft(tx, draftPlace(scope, work), clientMessageId)
      await endTyping(tx, scope, work)
      await auditConversation(tx, asking, 'note', work)
      return { noteId: note.note_id, writtenAt: asking.now.toISOString(), repeated: false, differs: false }
    }),
  )

  /**
   * Runs a change with the member locked, so that the work does not change after it is read, and with who does it and whom it is assigned to
   * (`assignee`), so that they still may answer it when it is done.
   */
  function changing<T>(
    asking: Asking,
    threadId: string,
    assignee: string | null,
    change: (tx: Tx, found: { readonly work: store.WorkLine; readonly scope: Scope }) => Promise<T>,
  ): Promise<T> {
    return database.transaction(async (tx) => {
      await holdAccounts(tx, [asking.principal.accountId, ...(assignee === null ? [] : [assignee])])
      const scope = await deskScopeOf(tx, asking.principal)
      const found = await store.requireWork(tx, scope, threadId)
      await lockMember(tx, found.member_id)
      return change(tx, { work: await store.requireWork(tx, scope, threadId), scope })
    })
  }

  function after(work: store.WorkLine, event: Parameters<typeof workAfter>[1]) {
    const { state, waitingSince } = workAfter({ state: work.state, waitingSince: work.waiting_since }, event)
    const isSame = waitingSince?.getTime() === work.waiting_since?.getTime()
    const due = isSame ? work.due_at : waitingSince && targets.due(deskOf(work), waitingSince)
    return { state, waiting_since: waitingSince, due_at: due }
  }

  function deskOf({ brand, category_id }: store.WorkLine) {
    return { brand: brands.get(brand).sharedBrandCode, categoryId: category_id }
  }

  async function countAnswer(tx: Tx, work: store.WorkLine, now: Date): Promise<void> {
    const { brand, category_id, waiting_since, due_at } = work
    await store.insertDeskEvent(tx, {
      event_id: uuidv7(),
      at: now,
      brand,
      category_id,
      kind: 'answered',
      waited_minutes: waiting_since && targets.waited(deskOf(work), waiting_since, now),
      late: due_at && due_at < now,
    })
  }
}

function draftPlace({ accountId }: Scope, { thread_id }: store.WorkLine) {
  return { account_id: accountId, thread_id }
}

/** Of two people who act on what they saw, the second gets an error, and first sees what the other did. */
function requireVersion(work: store.WorkLine, version: number): void {
  if (work.version !== version) throw new CallError('THREAD-CHANGED')
}

async function save(
  tx: Tx,
  { now }: Asking,
  work: store.WorkLine,
  change: Partial<store.ThreadWork>,
): Promise<store.ThreadWork> {
  const saved: store.ThreadWork = {
    member_id: work.member_id,
    thread_id: work.thread_id,
    brand: work.brand,
    category_id: work.category_id,
    language: work.language,
    state: work.state,
    assignee_account_id: work.assignee_account_id,
    waiting_since: work.waiting_since,
    due_at: work.due_at,
    ...change,
    version: work.version + 1,
    changed_at: now,
  }
  await store.saveWork(tx, saved)
  return saved
}
