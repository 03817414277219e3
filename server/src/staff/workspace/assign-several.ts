import type { assignThreads } from '@portico/contract/calls/workspace'
import { requireDeskScope } from '../../identity/rights/scope.ts'
import { holdAccounts, lockMembers } from '../../platform/db/row-locks.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { aboutEach } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { saveWork } from './change-thread.ts'
import * as store from './store.ts'

/** Hands several conversations over to one colleague, except those that have changed since the caller looked. */
export const assignSeveral: AuditedHandler<typeof assignThreads> = async ({ principal, body }, context, tx) => {
  const assignee = body.accountId?.toLowerCase() ?? null
  const versions = new Map(body.threads.map(({ threadId, version }) => [threadId.toLowerCase(), version]))
  const threadIds = [...versions.keys()]
  await holdAccounts(tx, [principal.accountId, ...(assignee === null ? [] : [assignee])])
  const scope = await requireDeskScope(tx, principal)
  const found = await store.requireWorks(tx, scope, threadIds)
  await lockMembers(tx, [...new Set(found.map(({ member_id }) => member_id))])
  const works = await store.requireWorks(tx, scope, threadIds)
  for (const brand of new Set(works.map((work) => work.brand)))
    if ((await store.presentAssignee(tx, { assignee_account_id: assignee, brand })) !== assignee)
      throw new CallError('NOT-FOUND')
  const isSame = (work: store.WorkLine) => versions.get(work.thread_id) === work.version
  const same = works.filter(isSame)
  const assigned = []
  for (const work of same) {
    const { version } = await saveWork(tx, context, work, { assignee_account_id: assignee })
    assigned.push({ threadId: work.thread_id, version })
  }
  const action = assignee === null ? 'workspace.release' : 'workspace.assign'
  return aboutEach(
    same.map((work) => ({ recordId: work.thread_id, memberId: work.member_id, action }) as const),
    { assigned, changed: works.filter((work) => !isSame(work)).map((work) => work.thread_id) },
  )
}
