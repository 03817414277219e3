import type { assignThread, setThreadState } from '@portico/contract/calls/workspace'
import { CallError } from '../../platform/http/call-error.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import type { ChangeParts } from './change-parts.ts'
import { aboutThread, advance, lockThread, requireVersion, saveWork } from './change-thread.ts'
import * as store from './store.ts'

export const assignWork: AuditedHandler<typeof assignThread> = async ({ principal, params, body }, context, tx) => {
  const { accountId, version } = body
  const { work } = await lockThread(tx, principal, params.threadId, accountId)
  const colleagues = await store.listColleagues(tx, work.brand)
  if (accountId !== null && !colleagues.some((one) => one.account_id === accountId.toLowerCase()))
    throw new CallError('NOT-FOUND')
  requireVersion(work, version)
  const saved = await saveWork(tx, context, work, { assignee_account_id: accountId?.toLowerCase() ?? null })
  const action = accountId === null ? 'workspace.release' : 'workspace.assign'
  return aboutThread(work, { version: saved.version }, action)
}

const actions = { open: 'workspace.reopen', waiting: 'workspace.wait', resolved: 'workspace.resolve' } as const

export const setState =
  (parts: ChangeParts): AuditedHandler<typeof setThreadState> =>
  async ({ principal, params, body: { state, version } }, context, tx) => {
    const { work } = await lockThread(tx, principal, params.threadId)
    requireVersion(work, version)
    const saved = await saveWork(tx, context, work, {
      ...advance(parts, work, { kind: 'set', at: context.now, to: state }),
      assignee_account_id: await store.presentAssignee(tx, work),
    })
    return aboutThread(work, { version: saved.version }, actions[state])
  }
