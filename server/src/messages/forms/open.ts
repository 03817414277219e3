import type { openForm } from '@portico/contract/calls/forms'
import { computeReplyBy } from '@portico/rules/messages/reply-by'
import { claimsToAppeal } from '../../member/claims/mentions.ts'
import { readMemberCard } from '../../member/member/card.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { hasClaim, labelClaim } from './claim.ts'
import { formIn } from './definitions.ts'
import { refuseActors, showDraft } from './kept.ts'
import type { FormParts } from './parts.ts'
import { listPeopleOfForm, listPeopleOptions } from './people.ts'
import * as store from './store.ts'

export const beginForm =
  ({ library, holidays }: FormParts): AuditedHandler<typeof openForm> =>
  async ({ principal, params: { kind } }, context, tx) => {
    refuseActors(context)
    const { language, now } = context
    const form = library.form(kind, principal.brand)
    const { firstName, lastName } = await readMemberCard(tx, principal.memberId)
    const draft = await store.findDraft(tx, principal.memberId, kind)
    const aboutWhom = await listPeopleOfForm(tx, context, kind)
    const people = listPeopleOptions(kind, aboutWhom, language, draft?.data.answers)
    const claims = hasClaim(form) ? await listClaimOptions(tx, context) : []
    return about(kind, {
      form: {
        ...formIn(form, language, { claims, people }),
        memberName: `${firstName} ${lastName}`.trim(),
        today: easternDay(now),
        expectedReplyBy: computeReplyBy(now, holidays).toISOString(),
      },
      maySend: aboutWhom.people.length > 0,
      draft: draft
        ? { ...showDraft(draft), answers: { ...draft.data.answers }, attachmentIds: [...draft.data.attachmentIds] }
        : null,
    })
  }

async function listClaimOptions(tx: Tx, { principal, language, now }: CallContext<MemberPrincipal>) {
  const claims = await claimsToAppeal(tx, principal, now)
  return claims.map((claim) => ({ value: claim.claim_id, label: labelClaim(claim, language), of: claim.member_id }))
}
