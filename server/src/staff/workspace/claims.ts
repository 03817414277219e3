import type { PayloadOf } from '@portico/contract/call'
import type { workspaceClaim, workspaceThread } from '@portico/contract/calls/workspace'
import { requireDeskScope } from '../../identity/rights/scope.ts'
import { findAppeal } from '../../member/claims/appeals.ts'
import { listMentions } from '../../member/claims/mention-store.ts'
import { firstOfEach, toReference } from '../../member/claims/mentions.ts'
import { buildDetail } from '../../member/claims/service.ts'
import { findMentioned } from '../../member/claims/store.ts'
import { nameOfMember } from '../../member/member/name.ts'
import { readAudited } from '../../platform/audit/reads.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Database, Reader } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { findWork, type WorkLine } from './store.ts'

/** The claims that the member's messages of a conversation are about (MP-9). */
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
 * A claim shown next to the conversation about it. Throws NOT-FOUND for another brand's conversation, for a claim that no message in it names,
 * and for one that is sensitive, even if its patient asks about it: that stays theirs (MP-14).
 */
export function openClaim(
  database: Database,
  context: CallContext<Principal>,
  { threadId, claimId }: { readonly threadId: string; readonly claimId: string },
): Promise<PayloadOf<typeof workspaceClaim>> {
  return readAudited(database, async (tx) => {
    const work = await findWork(tx, await requireDeskScope(tx, context.principal), threadId)
    const mentions = work === undefined ? [] : await listMentions(tx, work.member_id, work.thread_id)
    const mention = firstOfEach(mentions).find(({ claim_id }) => claim_id === claimId.toLowerCase())
    const claim = mention && (await findMentioned(tx, mention))
    if (claim === undefined) throw new CallError('NOT-FOUND')
    const memberId = claim.member_id
    const event = { action: 'workspace.claim', recordType: 'claim', recordId: claim.claim_id, memberId }
    await audit(tx, context.principal, event, context)
    const { firstName, lastName } = await nameOfMember(tx, memberId)
    const scope = { people: [{ memberId, firstName, lastName }], sensitiveOf: null }
    const detail = await buildDetail(tx, claim, {
      scope,
      principal: null,
      language: context.language,
      now: context.now,
    })
    // Whoever answers sees the plan's own deadline; the message itself they have in front of them.
    const sender = { memberId: work?.member_id ?? memberId, scopes: [] }
    return { ...detail, appeal: await findAppeal(tx, sender, claim, context.now) }
  })
}
