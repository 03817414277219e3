import type { PayloadOf } from '@portico/contract/call'
import type { workspaceClaim, workspaceThread } from '@portico/contract/calls/workspace'
import { requireDeskScope } from '../../identity/rights/scope.ts'
import { findAppeal } from '../../member/claims/appeals.ts'
import { listMentions } from '../../member/claims/mention-store.ts'
import { firstOfEach, toReference } from '../../member/claims/mentions.ts'
import { buildDetail } from '../../member/claims/service.ts'
import { findMentioned } from '../../member/claims/store.ts'
import { nameOfMember } from '../../member/member/name.ts'
import type { Reader } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { findWork, type WorkLine } from './store.ts'

/** The claims that the member's messages in a conversation are about (MP-9). */
export async function listMentionedClaims(
  db: Reader,
  work: Pick<WorkLine, 'member_id' | 'thread_id'>,
): Promise<PayloadOf<typeof workspaceThread>['claims']> {
  const mentions = firstOfEach(await listMentions(db, work.member_id, work.thread_id))
  const found = []
  for (const mention of mentions) {
    const claim = await findMentioned(db, mention)
    if (claim !== undefined) found.push(toReference(claim, mention.appeal))
  }
  return found
}

/**
 * A claim shown next to the conversation about it. Throws NOT-FOUND for another brand's conversation, for a claim that no message in it
 * names, and for a sensitive claim, even if its patient asks about it: it stays theirs alone (MP-14).
 */
export const openClaim: AuditedHandler<typeof workspaceClaim> = async (
  { params: { threadId, claimId } },
  context,
  tx,
) => {
  const work = await findWork(tx, await requireDeskScope(tx, context.principal), threadId)
  const mentions = work === undefined ? [] : await listMentions(tx, work.member_id, work.thread_id)
  const mention = firstOfEach(mentions).find(({ claim_id }) => claim_id === claimId.toLowerCase())
  const claim = mention && (await findMentioned(tx, mention))
  if (claim === undefined) throw new CallError('NOT-FOUND')
  const memberId = claim.member_id
  const { firstName, lastName } = await nameOfMember(tx, memberId)
  const scope = { people: [{ memberId, firstName, lastName }], sensitiveOf: null }
  const detail = await buildDetail(tx, claim, {
    scope,
    principal: null,
    language: context.language,
    now: context.now,
  })
  // Staff see the plan's own deadline, and they already have the message in front of them.
  const sender = { memberId: work?.member_id ?? memberId, scopes: [] }
  const appeal = await findAppeal(tx, sender, claim, context.now)
  return about(claim.claim_id, { ...detail, appeal }, { memberId })
}
