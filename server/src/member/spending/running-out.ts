import type { PayloadOf } from '@portico/contract/call'
import type { nextSteps } from '@portico/contract/calls/next-steps'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { computeDeadline } from './accounts.ts'
import { spendingScope } from './scope.ts'
import { listSpendingAccounts } from './store.ts'

type Money = Extract<PayloadOf<typeof nextSteps>['steps'][number], { readonly kind: 'money' }>

/** How long before its last day money appears on the first page. */
const soonDays = 60

/** Accounts whose money is, or may be, lost after a day that is near, earliest first (MP-10). */
export async function readRunningOut(tx: Tx, principal: MemberPrincipal, now: Date): Promise<Money[]> {
  const accounts = await listSpendingAccounts(tx, await spendingScope(tx, principal, now))
  const near = accounts.flatMap((row): Money[] => {
    const deadline = computeDeadline(row, easternDay(now))
    if (deadline.stage !== 'spend' && deadline.stage !== 'claim') return []
    const { stage, lastDay, lostCents, days } = deadline
    if (days > soonDays || lostCents === 0) return []
    return [{ kind: 'money', accountId: row.account_id, accountType: row.account_type, stage, lastDay, lostCents }]
  })
  return near.toSorted((one, other) => one.lastDay.localeCompare(other.lastDay))
}
