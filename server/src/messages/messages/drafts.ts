import * as calls from '@portico/contract/calls/drafts'
import { lockOwnMember } from '../../identity/sessions/lock-own-member.ts'
import { claimToMention } from '../../member/claims/mentions.ts'
import { readAudited } from '../../platform/audit/reads.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { DraftData } from '../../platform/db/tables.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import * as drafts from './draft-store.ts'
import { cutExcerpt } from './excerpt.ts'
import { threadToReplyIn } from './reply-thread.ts'
import { findSent } from './store.ts'

/** More drafts than anyone has at the same time; someone with this many must discard some first. */
const maxDrafts = 200

/** Members' drafts (MC-3). They are private: a rep who acts for the member cannot see them. */
export function bindDrafts(binder: Binder, database: Database): void {
  binder.bind(calls.listDrafts, (_input, context) =>
    readAudited(database, async (tx) => {
      const { memberId, actor } = context.principal
      await record(tx, context, 'drafts.list', 'own')
      if (actor !== null) return { drafts: [] }
      const rows = await drafts.listDrafts(tx, memberId)
      return {
        drafts: rows.map(({ data, subject, ...row }) => ({
          ...toNames(row),
          subject: subject ?? data.subject,
          excerpt: cutExcerpt(data.text),
          attachmentCount: data.attachmentIds.length,
        })),
      }
    }),
  )

  binder.bind(calls.openDraft, ({ params: { draftId } }, context) =>
    readAudited(database, async (tx) => {
      const { memberId, actor } = context.principal
      const found = actor === null ? await drafts.findDraft(tx, memberId, draftId) : undefined
      if (found === undefined) throw new CallError('NOT-FOUND')
      await record(tx, context, 'draft.read', draftId)
      const { attachmentIds, claimId = null, appeal = false } = found.data
      return { ...toNames(found), ...found.data, attachmentIds: [...attachmentIds], claimId, appeal }
    }),
  )

  binder.bind(calls.saveDraft, ({ body: { clientMessageId, baseVersion, inReplyTo, ...fields } }, context) =>
    database.transaction(async (tx) => {
      const { memberId } = context.principal
      await lockOwnMember(tx, context.principal)
      if (await findSent(tx, memberId, clientMessageId)) throw new CallError('CONFLICT')
      const { claimId } = fields
      if (claimId) await claimToMention(tx, context.principal, { claimId, appeal: false }, context.now)
      const data = JSON.stringify(fields satisfies DraftData)
      const before = await drafts.findDraft(tx, memberId, clientMessageId)
      if (before && (await drafts.holdsData(tx, before, data))) return toSaved(before)
      if ((before?.version ?? 0) !== baseVersion) throw new CallError('CONFLICT')
      const written = {
        member_id: memberId,
        draft_id: clientMessageId,
        version: baseVersion + 1,
        data,
        saved_at: context.now,
        thread_id: inReplyTo ? await threadToReplyIn(tx, memberId, inReplyTo) : null,
        in_reply_to: inReplyTo ?? null,
      }
      if (before) await drafts.updateDraft(tx, written)
      else {
        if ((await drafts.countDrafts(tx, memberId)) >= maxDrafts) throw new CallError('TOO-MANY-REQUESTS')
        // Another device has begun a draft reply in the same conversation.
        if (!(await drafts.insertDraft(tx, written))) throw new CallError('CONFLICT')
      }
      await record(tx, context, 'draft.save', clientMessageId)
      return toSaved(written)
    }),
  )

  binder.bind(calls.discardDraft, ({ params: { draftId } }, context) =>
    database.transaction(async (tx) => {
      if (!(await drafts.deleteDraft(tx, context.principal.memberId, draftId))) throw new CallError('NOT-FOUND')
      await record(tx, context, 'draft.discard', draftId)
      return { discarded: true }
    }),
  )

  function record(tx: Tx, context: CallContext<MemberPrincipal>, action: string, recordId: string): Promise<void> {
    return audit(tx, context.principal, { action, recordType: 'draft', recordId }, context)
  }
}

type Names = Pick<drafts.Draft, 'draft_id' | 'version' | 'saved_at' | 'thread_id' | 'in_reply_to'>

function toSaved({ draft_id, version, saved_at }: Pick<Names, 'draft_id' | 'version' | 'saved_at'>) {
  return { draftId: draft_id, version, savedAt: saved_at.toISOString() }
}

function toNames(draft: Names) {
  return { ...toSaved(draft), threadId: draft.thread_id, inReplyTo: draft.in_reply_to }
}
