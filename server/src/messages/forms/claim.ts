import { type claimsToAppeal, claimToMention } from '../../member/claims/mentions.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { type Form, listFields } from './definitions.ts'
import { formTexts } from './texts.ts'

/** The field of an appeal that names its claim. */
export const claimField = 'claim'

export function hasClaim(form: Form): boolean {
  return listFields(form).some(({ type }) => type === 'claim')
}

/**
 * The claim of an appeal and its label. Throws NOT-FOUND for a claim that the person may not see, CONFLICT if the time to appeal is
 * over.
 */
export async function requireClaim(
  tx: Tx,
  { principal, language, now }: CallContext<MemberPrincipal>,
  claimId: string,
  appeal: boolean,
) {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(claimId)) throw new CallError('NOT-FOUND')
  const claim = await claimToMention(tx, principal, { claimId, appeal }, now)
  return { memberId: claim.member_id, label: labelClaim(claim, language) }
}

type LabelledClaim = Awaited<ReturnType<typeof claimsToAppeal>>[number]

export function labelClaim(
  { provider_name, service_from, claim_number }: Pick<LabelledClaim, 'provider_name' | 'service_from' | 'claim_number'>,
  language: CallContext<MemberPrincipal>['language'],
): string {
  const say = formTexts(language)
  return [provider_name, say.day(service_from), say('claimNumber', { number: claim_number })]
    .filter(Boolean)
    .join(' · ')
}
