import type { PayloadOf } from '@portico/contract/call'
import type { openMessage } from '@portico/contract/calls/messages'
import { easternDay } from '../../platform/day.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { mayAppeal } from './appeals.ts'
import { insertMention, listMentions, type Mention } from './mention-store.ts'
import { claimScope } from './people.ts'
import { type Claim, findClaim, listDenied } from './store.ts'

type Reference = PayloadOf<typeof openMessage>['claims'][number]

/** The claim that a message is about. */
export interface MentionedClaim {
  readonly claimId: string
  readonly appeal: boolean
}

/**
 * The claim that a message is about, for anyone who may see it (MP-9). Throws NOT-FOUND for anyone else, CONFLICT for an appeal that can no
 * longer be made.
 */
export async function claimToMention(
  db: Reader,
  principal: MemberPrincipal,
  { claimId, appeal }: MentionedClaim,
  now: Date,
): Promise<Claim> {
  const claim = await visibleClaim(db, principal, claimId, now)
  if (claim === undefined) throw new CallError('NOT-FOUND')
  if (appeal && !mayAppeal(claim, easternDay(now))) throw new CallError('CONFLICT')
  return claim
}

const maxToAppeal = 100

/** The claims whose denial can be appealed today, latest first. */
export async function claimsToAppeal(db: Reader, principal: MemberPrincipal, now: Date): Promise<Claim[]> {
  const denied = await listDenied(db, await claimScope(db, principal, now), maxToAppeal)
  return denied.filter((claim) => mayAppeal(claim, easternDay(now)))
}

/** The claims that the messages of a conversation are about and that the caller may see, in the order of the first messages. */
export async function claimsMentioned(
  db: Reader,
  principal: MemberPrincipal,
  threadId: string,
  now: Date,
): Promise<Reference[]> {
  const found: Reference[] = []
  for (const mention of firstOfEach(await listMentions(db, principal.memberId, threadId))) {
    const claim = await visibleClaim(db, principal, mention.claim_id, now)
    if (claim !== undefined) found.push(toReference(claim, mention.appeal))
  }
  return found
}

/** One mention per claim: an appeal if there is one, because it matters more than a question. */
export function firstOfEach(mentions: readonly Mention[]): Mention[] {
  const byClaim = Map.groupBy(mentions, ({ claim_id }) => claim_id)
  return [...byClaim.values()].flatMap((ofOne) => ofOne.find(({ appeal }) => appeal) ?? ofOne.slice(0, 1))
}

export function toReference(claim: Claim, appeal: boolean): Reference {
  return {
    claimId: claim.claim_id,
    claimNumber: claim.claim_number,
    providerName: claim.provider_name,
    serviceDate: claim.service_from,
    appeal,
  }
}

async function visibleClaim(db: Reader, principal: MemberPrincipal, claimId: string, now: Date) {
  const { scopes } = principal
  if (scopes !== null && !scopes.includes('claims')) return undefined
  return findClaim(db, await claimScope(db, principal, now), claimId)
}

/** Records what a message is about, in the transaction that stores it. */
export async function mentionClaim(
  tx: Tx,
  message: Pick<Mention, 'member_id' | 'message_id' | 'thread_id' | 'sent_at'>,
  claim: Claim,
  appeal: boolean,
): Promise<void> {
  const { member_id, message_id, thread_id, sent_at } = message
  const about = { claim_member_id: claim.member_id, claim_id: claim.claim_id, appeal }
  await insertMention(tx, { member_id, message_id, thread_id, sent_at, ...about })
}
