import type { PayloadOf } from '@portico/contract/call'
import type { discardThreadDraft, saveThreadDraft, workspaceThread } from '@portico/contract/calls/workspace'
import { type Selectable, sql } from 'kysely'
import { requireDeskScope } from '../../identity/rights/scope.ts'
import { findDelivered } from '../../messages/messages/desk.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import type { StaffDraftData, Tables } from '../../platform/db/tables.ts'
import type { AuditedHandler } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import { findNote, requireWork } from './store.ts'

type Draft = Selectable<Tables['staff_draft']>
/** A person's draft in a conversation; there is at most one. */
type Place = Pick<Draft, 'account_id' | 'thread_id'>
type Saved = PayloadOf<typeof saveThreadDraft>

export async function readDraft(db: Reader, place: Place): Promise<PayloadOf<typeof workspaceThread>['draft']> {
  const draft = await find(db, place)
  return draft === undefined ? null : { ...toSaved(draft), ...draft.data, attachmentIds: [...draft.data.attachmentIds] }
}

/** Saves a staff member's draft, which no one else can see (MC-6). Throws CONFLICT if another window was first. */
export const saveDraft: AuditedHandler<typeof saveThreadDraft> = async ({ principal, params, body }, { now }, tx) => {
  const { clientMessageId, baseVersion, ...fields } = body
  const { place, work } = await lockPlace(tx, principal, params.threadId)
  const memberId = work.member_id
  const ids = { memberId, threadId: place.thread_id, clientMessageId }
  if ((await findDelivered(tx, ids)) || (await findNote(tx, memberId, clientMessageId))) throw new CallError('CONFLICT')
  const before = await find(tx, place)
  const draft_id = clientMessageId.toLowerCase()
  const data = JSON.stringify(fields satisfies StaffDraftData)
  if (before?.draft_id === draft_id && (await holds(tx, place, data))) return leaveUnchanged(toSaved(before))
  const isNext =
    before === undefined ? baseVersion === 0 : before.draft_id === draft_id && before.version === baseVersion
  if (!isNext) throw new CallError('CONFLICT')
  const changing = { draft_id, data, version: baseVersion + 1, saved_at: now }
  await tx
    .insertInto('staff_draft')
    .values({ ...place, ...changing, member_id: memberId })
    .onConflict((conflict) => conflict.columns(['account_id', 'thread_id']).doUpdateSet(changing))
    .execute()
  return about(params.threadId, toSaved(changing), { memberId })
}

export const discardDraft: AuditedHandler<typeof discardThreadDraft> = async ({ principal, params }, _context, tx) => {
  const { place, work } = await lockPlace(tx, principal, params.threadId)
  const result = await tx
    .deleteFrom('staff_draft')
    .where((eb) => eb.and(place))
    .executeTakeFirstOrThrow()
  if (result.numDeletedRows === 0n) throw new CallError('NOT-FOUND')
  return about(params.threadId, { discarded: true }, { memberId: work.member_id })
}

/** Deletes the draft of a message that was sent. */
export async function forgetDraft(tx: Tx, place: Place, clientMessageId: string): Promise<void> {
  await tx
    .deleteFrom('staff_draft')
    .where((eb) => eb.and({ ...place, draft_id: clientMessageId }))
    .execute()
}

/** Throws NOT-FOUND for a conversation of another brand; the lock on the member puts saves and sends of a draft in order. */
async function lockPlace(tx: Tx, principal: Principal, threadId: string) {
  const scope = await requireDeskScope(tx, principal)
  const work = await requireWork(tx, scope, threadId)
  await lockMember(tx, work.member_id)
  return { place: { account_id: scope.accountId, thread_id: work.thread_id }, work }
}

function find(db: Reader, place: Place): Promise<Draft | undefined> {
  return db
    .selectFrom('staff_draft')
    .selectAll()
    .where((eb) => eb.and(place))
    .executeTakeFirst()
}

async function holds(tx: Tx, { account_id, thread_id }: Place, data: string): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select data = ${data}::jsonb as same from staff_draft
    where account_id = ${account_id} and thread_id = ${thread_id}`.execute(tx)
  return rows[0]?.same === true
}

function toSaved({ draft_id, version, saved_at }: Pick<Draft, 'draft_id' | 'version' | 'saved_at'>): Saved {
  return { draftId: draft_id, version, savedAt: saved_at.toISOString() }
}
