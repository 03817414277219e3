import type { PayloadOf } from '@portico/contract/call'
import type { openClaim } from '@portico/contract/calls/claims'
import { appealAnswerBy, appealDeadline, appealStep, reviewDeadline } from '@portico/rules/claims/appeal'
import { isDeniedOnAppeal } from '@portico/rules/claims/state'
import { countDaysLeft } from '@portico/rules/time/days-left'
import { easternDay } from '../../platform/day.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { listAppeals } from './mention-store.ts'
import type { Claim } from './store.ts'

type Detail = PayloadOf<typeof openClaim>

export function isDenied({ state }: Pick<Claim, 'state'>): boolean {
  return state === 'denied' || state === 'partly-denied'
}

/** Last day to appeal; null: the day of the decision is unknown, or the decision was itself on appeal. */
export function appealDay(claim: Pick<Claim, 'processed_on' | 'state' | 'facts' | 'program'>): string | null {
  const { processed_on: decidedOn, state, facts, program } = claim
  return decidedOn === null || isDeniedOnAppeal(state, facts) ? null : appealDeadline(decidedOn, program)
}

/** Whether a claim's denial can be appealed on a day. */
export function mayAppeal(claim: Claim, today: string): boolean {
  const isFirst = isDenied(claim) && !isDeniedOnAppeal(claim.state, claim.facts)
  return isFirst && appealStep(appealDay(claim), today) === 'open'
}

/** What can follow a denial on appeal; null for any other claim. */
export function findDeniedAppeal(claim: Claim, today: string): Detail['appealDenied'] {
  const { state, facts, processed_on: decidedOn, program } = claim
  if (!isDeniedOnAppeal(state, facts)) return null
  const reviewBy = decidedOn === null ? null : reviewDeadline(decidedOn, program)
  return { step: appealStep(reviewBy, today), reviewBy }
}

/**
 * When the member sent the appeal that a claim's decision answers, if they sent it here: the appeal is about the claim as first
 * decided, which may have another id. Null: the claim was not decided on appeal, or the appeal went another way.
 */
export async function findAppealedOn(
  db: Reader,
  principal: Pick<MemberPrincipal, 'memberId'>,
  claim: Claim,
): Promise<string | null> {
  if (claim.state !== 'paid-on-appeal' && !isDeniedOnAppeal(claim.state, claim.facts)) return null
  const about = [claim.claim_id, ...(claim.replaces === null ? [] : [claim.replaces])]
  const sent = []
  for (const claimId of about) sent.push(...(await listAppeals(db, principal.memberId, claimId)))
  const days = sent.map((one) => easternDay(one.sent_at)).sort()
  return days.findLast((on) => on <= (claim.processed_on ?? on)) ?? null
}

/** How a denial can be appealed, and whether it already was (MP-8); null if there is nothing to appeal. */
export async function findAppeal(
  db: Reader,
  principal: Pick<MemberPrincipal, 'memberId' | 'scopes'>,
  claim: Claim,
  now: Date,
): Promise<Detail['appeal']> {
  if (!isDenied(claim)) return null
  const today = easternDay(now)
  const by = appealDay(claim)
  const appeals = await listAppeals(db, principal.memberId, claim.claim_id)
  // A decision ends the appeals that were sent before it.
  const sent = appeals
    .map((one) => ({ on: easternDay(one.sent_at), messageId: one.message_id }))
    .find(({ on }) => on >= (claim.processed_on ?? ''))
  if (sent === undefined && isDeniedOnAppeal(claim.state, claim.facts)) return null
  const maySeeMail = principal.scopes === null || principal.scopes.includes('messages')
  return {
    step: mayAppeal(claim, today) ? 'open' : 'over',
    daysLeft: by === null ? null : countDaysLeft(by, today),
    answerBy: appealAnswerBy(today, claim.program),
    sent:
      sent === undefined
        ? null
        : {
            on: sent.on,
            answerBy: appealAnswerBy(sent.on, claim.program),
            messageId: maySeeMail ? sent.messageId : null,
          },
  }
}
