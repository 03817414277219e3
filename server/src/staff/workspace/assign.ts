import type { PayloadOf } from '@portico/contract/call'
import type { assignThread, setThreadState } from '@portico/contract/calls/workspace'
import type { CallInput } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { auditConversation } from './audit-staff.ts'
import type { ChangeParts } from './change-parts.ts'
import { advance, changeThread, requireVersion, saveWork } from './change-thread.ts'
import * as store from './store.ts'

export function assignWork(
  parts: ChangeParts,
  { params: { threadId }, body: { accountId, version } }: CallInput<typeof assignThread>,
  context: CallContext<Principal>,
): Promise<PayloadOf<typeof assignThread>> {
  return changeThread(parts, context, threadId, accountId, async (tx, { work }) => {
    const colleagues = await store.listColleagues(tx, work.brand)
    if (accountId !== null && !colleagues.some((one) => one.account_id === accountId.toLowerCase()))
      throw new CallError('NOT-FOUND')
    requireVersion(work, version)
    const saved = await saveWork(tx, context, work, { assignee_account_id: accountId?.toLowerCase() ?? null })
    await auditConversation(tx, context, accountId === null ? 'release' : 'assign', work)
    return { version: saved.version }
  })
}

export function setState(
  parts: ChangeParts,
  { params: { threadId }, body: { state, version } }: CallInput<typeof setThreadState>,
  context: CallContext<Principal>,
): Promise<PayloadOf<typeof setThreadState>> {
  return changeThread(parts, context, threadId, null, async (tx, { work }) => {
    requireVersion(work, version)
    const saved = await saveWork(tx, context, work, {
      ...advance(parts, work, { kind: 'set', at: context.now, to: state }),
      assignee_account_id: await store.presentAssignee(tx, work),
    })
    await auditConversation(tx, context, state === 'open' ? 'reopen' : state === 'waiting' ? 'wait' : 'resolve', work)
    return { version: saved.version }
  })
}
