import { computeReplyBy } from '@portico/rules/messages/reply-by'
import { claimsToAppeal } from '../../member/claims/mentions.ts'
import { readMemberCard } from '../../member/member/card.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MemberAsking } from '../messages/parts.ts'
import { hasClaim, labelClaim } from './claim.ts'
import { type FormKind, formIn } from './definitions.ts'
import { type Opened, recordForm, refuseActors, showDraft } from './kept.ts'
import type { FormParts } from './parts.ts'
import * as store from './store.ts'

export function beginForm(
  { database, library, holidays }: FormParts,
  asking: MemberAsking,
  kind: FormKind,
): Promise<Opened> {
  return database.transaction(async (tx) => {
    refuseActors(asking)
    const { principal, language, now } = asking
    const form = library.form(kind, principal.brand)
    await recordForm(tx, asking, 'form.open', kind)
    const { firstName, lastName } = await readMemberCard(tx, principal.memberId)
    const draft = await store.findDraft(tx, principal.memberId, kind)
    const claims = hasClaim(form) ? await listClaimOptions(tx, asking) : []
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

async function listClaimOptions(tx: Tx, { principal, language, now }: MemberAsking) {
  const claims = await claimsToAppeal(tx, principal, now)
  return claims.map((claim) => ({ value: claim.claim_id, label: labelClaim(claim, language) }))
}
