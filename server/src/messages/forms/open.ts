import { computeReplyBy } from '@portico/rules/messages/reply-by'
import { claimsToAppeal } from '../../member/claims/mentions.ts'
import { readMemberCard } from '../../member/member/card.ts'
import { readAudited } from '../../platform/audit/reads.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { hasClaim, labelClaim } from './claim.ts'
import { type FormKind, formIn } from './definitions.ts'
import { type Opened, recordForm, refuseActors, showDraft } from './kept.ts'
import type { FormParts } from './parts.ts'
import * as store from './store.ts'

export function beginForm(
  { database, library, holidays }: FormParts,
  context: CallContext<MemberPrincipal>,
  kind: FormKind,
): Promise<Opened> {
  return readAudited(database, async (tx) => {
    refuseActors(context)
    const { principal, language, now } = context
    const form = library.form(kind, principal.brand)
    await recordForm(tx, context, 'form.open', kind)
    const { firstName, lastName } = await readMemberCard(tx, principal.memberId)
    const draft = await store.findDraft(tx, principal.memberId, kind)
    const claims = hasClaim(form) ? await listClaimOptions(tx, context) : []
    return {
      form: {
        ...formIn(form, language, claims),
        memberName: `${firstName} ${lastName}`,
        today: easternDay(now),
        expectedReplyBy: computeReplyBy(now, holidays).toISOString(),
      },
      draft: draft
        ? { ...showDraft(draft), answers: { ...draft.data.answers }, attachmentIds: [...draft.data.attachmentIds] }
        : null,
    }
  })
}

async function listClaimOptions(tx: Tx, { principal, language, now }: CallContext<MemberPrincipal>) {
  const claims = await claimsToAppeal(tx, principal, now)
  return claims.map((claim) => ({ value: claim.claim_id, label: labelClaim(claim, language) }))
}
