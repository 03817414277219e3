import type { PayloadOf } from '@portico/contract/call'
import type { nextSteps } from '@portico/contract/calls/next-steps'
import { countDaysLeft } from '@portico/rules/time/days-left'
import { easternDay } from '../../platform/day.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { appealDay, findAppeal } from './appeals.ts'
import type { ClaimScope } from './people.ts'
import { listDenied } from './store.ts'

type Denial = Extract<PayloadOf<typeof nextSteps>['steps'][number], { readonly kind: 'denial' }>

/** More denials than anyone has open at once. */
const maxRead = 30

/** Denials that a scope can still appeal and has not, earliest deadline first (MP-8). */
export async function readOpenDenials(
  db: Reader,
  principal: MemberPrincipal,
  { scope, now }: { readonly scope: ClaimScope; readonly now: Date },
): Promise<Denial[]> {
  const today = easternDay(now)
  const open: Denial[] = []
  for (const claim of await listDenied(db, scope, maxRead)) {
    const appealBy = appealDay(claim)
    if (appealBy === null || appealBy < today) continue
    const appeal = await findAppeal(db, principal, claim, now)
    if (appeal?.step !== 'open' || appeal.sent !== null) continue
    const patient = scope.people.find(({ memberId }) => memberId === claim.member_id)
    open.push({
      kind: 'denial',
      claimId: claim.claim_id,
      whose: claim.member_id === principal.memberId ? null : (patient?.firstName ?? ''),
      providerName: claim.provider_name,
      serviceDate: claim.service_from,
      appealBy,
      daysLeft: countDaysLeft(appealBy, today),
    })
  }
  return open.toSorted((one, other) => one.appealBy.localeCompare(other.appealBy))
}
