import type { PayloadOf } from '@portico/contract/call'
import type { assignThread, setThreadState } from '@portico/contract/calls/workspace'
import type { Asking } from '../../platform/http/asking.ts'
import type { CallInput } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { auditConversation } from './audit-staff.ts'
import type { ChangeParts } from './change-parts.ts'
import { advance, changeThread, requireVersion, saveWork } from './change-thread.ts'
import * as store from './store.ts'

export function assignWork(
  parts: ChangeParts,
  { params: { threadId }, body: { accountId, version } }: CallInput<typeof assignThread>,
  asking: Asking,
): Promise<PayloadOf<typeof assignThread>> {
  return changeThread(parts, asking, threadId, accountId, async (tx, { work }) => {
    const colleagues = await store.listColleagues(tx, work.brand)
    if (accountId !== null && !colleagues.some((one) => one.account_id === accountId.toLowerCase()))
      throw new CallError('NOT-FOUND')
    requireVersion(work, version)
    const saved = await saveWork(tx, asking, work, { assignee_account_id: accountId?.toLowerCase() ?? null })
    await auditConversation(tx, asking, accountId === null ? 'release' : 'assign', work)
    return { version: saved.version }
  })
}

export function setState(
  parts: ChangeParts,
  { params: { threadId }, body: { state, version } }: CallInput<typeof setThreadState>,
  asking: Asking,
): Promise<PayloadOf<typeof setThreadState>> {
  return changeThread(parts, asking, threadId, null, async (tx, { work }) => {
    requireVersion(work, version)
    const saved = await saveWork(tx, asking, work, {
      ...advance(parts, work, { kind: 'set', at: asking.now, to: state }),
      assignee_account_id: await store.presentAssignee(tx, work),
    })
    await auditConversation(tx, asking, state === 'open' ? 'reopen' : state === 'waiting' ? 'wait' : 'resolve', work)
    return { version: saved.version }
  })
}
