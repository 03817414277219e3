import { workAfter } from '@portico/rules/workspace/work'
import { requireDeskScope, type Scope } from '../../identity/rights/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { holdAccounts, lockMember } from '../../platform/db/row-locks.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about, type Recorded } from '../../platform/http/recorded.ts'
import type { ChangeParts } from './change-parts.ts'
import * as store from './store.ts'

/**
 * A conversation to change, with the people involved. It locks the member, so that the work does not change after the read, and the
 * caller and new assignee (`assignee`), so that they may still answer it at the end.
 */
export async function lockThread(
  tx: Tx,
  principal: Principal,
  threadId: string,
  assignee: string | null = null,
): Promise<{ readonly work: store.WorkLine; readonly scope: Scope }> {
  await holdAccounts(tx, [principal.accountId, ...(assignee === null ? [] : [assignee])])
  const scope = await requireDeskScope(tx, principal)
  const found = await store.requireWork(tx, scope, threadId)
  await lockMember(tx, found.member_id)
  return { work: await store.requireWork(tx, scope, threadId), scope }
}

/** A change to a conversation, with its audit event. */
export function aboutThread<T>(work: store.WorkLine, payload: T): Recorded<T>
export function aboutThread<T, const Action extends string>(
  work: store.WorkLine,
  payload: T,
  action: Action,
): Recorded<T, Action>
export function aboutThread<T>({ thread_id, member_id: memberId }: store.WorkLine, payload: T, action?: string) {
  return about(thread_id, payload, { memberId, ...(action !== undefined && { action }) })
}

export function advance(parts: ChangeParts, work: store.WorkLine, event: Parameters<typeof workAfter>[1]) {
  const { targets } = parts
  const { state, waitingSince } = workAfter({ state: work.state, waitingSince: work.waiting_since }, event)
  const isSame = waitingSince?.getTime() === work.waiting_since?.getTime()
  const due = isSame ? work.due_at : waitingSince && targets.due(findDesk(parts, work), waitingSince)
  return { state, waiting_since: waitingSince, due_at: due }
}

export function findDesk({ brands }: ChangeParts, { brand, category_id }: store.WorkLine) {
  return { brand: brands.get(brand).sharedBrandCode, categoryId: category_id }
}

export function findDraftPlace({ accountId }: Scope, { thread_id }: store.WorkLine) {
  return { account_id: accountId, thread_id }
}

/** Of two people who act on the same view, the second gets an error, and sees what the other did first. */
export function requireVersion(work: store.WorkLine, version: number): void {
  if (work.version !== version) throw new CallError('THREAD-CHANGED')
}

export async function saveWork(
  tx: Tx,
  { now }: CallContext<Principal>,
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
