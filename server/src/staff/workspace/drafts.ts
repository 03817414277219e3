import type { PayloadOf } from '@portico/contract/call'
import type { discardThreadDraft, saveThreadDraft, workspaceThread } from '@portico/contract/calls/workspace'
import { requireDeskScope } from '../../identity/rights/scope.ts'
import { findDelivered } from '../../messages/messages/desk.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import type { StaffDraftData } from '../../platform/db/tables.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { type DraftPlace, deleteDraft, findDraft, holdsSame, putDraft, type StaffDraft } from './draft-store.ts'
import { findNote, requireWork } from './store.ts'

type Saved = PayloadOf<typeof saveThreadDraft>

export async function readDraft(db: Reader, place: DraftPlace): Promise<PayloadOf<typeof workspaceThread>['draft']> {
  const draft = await findDraft(db, place)
  return draft === undefined ? null : { ...toSaved(draft), ...draft.data, attachmentIds: [...draft.data.attachmentIds] }
}

/** Saves a staff member's draft, which nobody else can see (MC-6). Throws CONFLICT if another window was first. */
export const saveDraft: AuditedHandler<typeof saveThreadDraft> = async ({ principal, params, body }, { now }, tx) => {
  const { clientMessageId, baseVersion, ...fields } = body
  const { place, work } = await lockPlace(tx, principal, params.threadId)
  const memberId = work.member_id
  const ids = { memberId, threadId: place.thread_id, clientMessageId }
  if ((await findDelivered(tx, ids)) || (await findNote(tx, memberId, clientMessageId))) throw new CallError('CONFLICT')
  const before = await findDraft(tx, place)
  const draft_id = clientMessageId.toLowerCase()
  const data = JSON.stringify(fields satisfies StaffDraftData)
  if (before?.draft_id === draft_id && (await holdsSame(tx, place, data))) return leaveUnchanged(toSaved(before))
  const isNext =
    before === undefined ? baseVersion === 0 : before.draft_id === draft_id && before.version === baseVersion
  if (!isNext) throw new CallError('CONFLICT')
  const changing = { draft_id, data, version: baseVersion + 1, saved_at: now }
  await putDraft(tx, { ...place, member_id: memberId }, changing)
  return about(params.threadId, toSaved(changing), { memberId })
}

export const discardDraft: AuditedHandler<typeof discardThreadDraft> = async ({ principal, params }, _context, tx) => {
  const { place, work } = await lockPlace(tx, principal, params.threadId)
  if (!(await deleteDraft(tx, place))) throw new CallError('NOT-FOUND')
  return about(params.threadId, { discarded: true }, { memberId: work.member_id })
}

/** Throws NOT-FOUND for a conversation of another brand; the lock on the member serializes saves and sends of a draft. */
async function lockPlace(tx: Tx, principal: Principal, threadId: string) {
  const scope = await requireDeskScope(tx, principal)
  const work = await requireWork(tx, scope, threadId)
  await lockMember(tx, work.member_id)
  return { place: { account_id: scope.accountId, thread_id: work.thread_id }, work }
}

function toSaved({ draft_id, version, saved_at }: Pick<StaffDraft, 'draft_id' | 'version' | 'saved_at'>): Saved {
  return { draftId: draft_id, version, savedAt: saved_at.toISOString() }
}
