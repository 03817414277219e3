import * as calls from '@portico/contract/calls/drafts'
import { lockOwnMember } from '../../identity/sessions/lock-own-member.ts'
import { claimToMention } from '../../member/claims/mentions.ts'
import type { DraftData } from '../../platform/db/tables.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import * as drafts from './draft-store.ts'
import { cutExcerpt } from './excerpt.ts'
import { threadToReplyIn } from './reply-thread.ts'
import { findSent } from './store.ts'

/** More drafts than anyone has at the same time; someone with this many must discard some first. */
const maxDrafts = 200

/** Members' drafts (MC-3). They are private: a rep who acts for the member cannot see them. */
export function bindDrafts(binder: Binder): void {
  binder.bind(calls.listDrafts, async ({ principal: { memberId, actor } }, _context, tx) => {
    const rows = actor === null ? await drafts.listDrafts(tx, memberId) : []
    return about('own', {
      drafts: rows.map(({ data, subject, ...row }) => ({
        ...toNames(row),
        subject: subject ?? data.subject,
        excerpt: cutExcerpt(data.text),
        attachmentCount: data.attachmentIds.length,
      })),
    })
  })

  binder.bind(calls.openDraft, async ({ principal: { memberId, actor }, params: { draftId } }, _context, tx) => {
    const found = actor === null ? await drafts.findDraft(tx, memberId, draftId) : undefined
    if (found === undefined) throw new CallError('NOT-FOUND')
    const { attachmentIds, claimId = null, appeal = false } = found.data
    const opened = { ...toNames(found), ...found.data, attachmentIds: [...attachmentIds], claimId, appeal }
    return about(draftId, opened)
  })

  binder.bind(calls.saveDraft, async ({ principal, body }, context, tx) => {
    const { clientMessageId, baseVersion, inReplyTo, ...fields } = body
    const { memberId } = principal
    await lockOwnMember(tx, principal)
    if (await findSent(tx, memberId, clientMessageId)) throw new CallError('CONFLICT')
    const { claimId } = fields
    if (claimId) await claimToMention(tx, principal, { claimId, appeal: false }, context.now)
    const data = JSON.stringify(fields satisfies DraftData)
    const before = await drafts.findDraft(tx, memberId, clientMessageId)
    if (before && (await drafts.holdsData(tx, before, data))) return leaveUnchanged(toSaved(before))
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
    return about(clientMessageId, toSaved(written))
  })

  binder.bind(calls.discardDraft, async ({ principal, params: { draftId } }, _context, tx) => {
    if (!(await drafts.deleteDraft(tx, principal.memberId, draftId))) throw new CallError('NOT-FOUND')
    return about(draftId, { discarded: true })
  })
}

type Names = Pick<drafts.Draft, 'draft_id' | 'version' | 'saved_at' | 'thread_id' | 'in_reply_to'>

function toSaved({ draft_id, version, saved_at }: Pick<Names, 'draft_id' | 'version' | 'saved_at'>) {
  return { draftId: draft_id, version, savedAt: saved_at.toISOString() }
}

function toNames(draft: Names) {
  return { ...toSaved(draft), threadId: draft.thread_id, inReplyTo: draft.in_reply_to }
}
