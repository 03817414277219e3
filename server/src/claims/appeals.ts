import type { PayloadOf } from '@portico/contract/call'
import type { openClaim } from '@portico/contract/calls/claims'
import { appealAnswerBy, appealDaysLeft, appealDeadline, appealStep } from '@portico/rules/claims/appeal'
import { easternDay } from '../day.ts'
import type { Reader } from '../db/database.ts'
import type { MemberPrincipal } from '../http/principal.ts'
import { findAppeal } from './mention-store.ts'
import type { Claim } from './store.ts'

type Appeal = PayloadOf<typeof openClaim>['appeal']

export function isDenied({ state }: Pick<Claim, 'state'>): boolean {
  return state === 'denied' || state === 'partly-denied'
}

/** Last day to appeal; null if the day of the decision is unknown. */
export function appealDay({ processed_on: decidedOn }: Pick<Claim, 'processed_on'>): string | null {
  return decidedOn === null ? null : appealDeadline(decidedOn)
}

/** How a denial can be appealed, and whether it was already (MP-8); null if nothing was denied. */
export async function appealOf(db: Reader, principal: MemberPrincipal, claim: Claim, now: Date): Promise<Appeal> {
  if (!isDenied(claim)) return null
  const today = easternDay(now)
  const by = appealDay(claim)
  const sent = await findAppeal(db, principal.memberId, claim.claim_id)
  const sentOn = sent && easternDay(sent.sent_at)
  const maySeeMail = principal.scopes === null || principal.scopes.includes('messages')
  return {
    step: appealStep(by, today),
    daysLeft: by === null ? null : appealDaysLeft(by, today),
    answerBy: appealAnswerBy(today),
    sent:
      sent === undefined || sentOn === undefined
        ? null
        : { on: sentOn, answerBy: appealAnswerBy(sentOn), messageId: maySeeMail ? sent.message_id : null },
  }
}
