import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { saveForm } from '@portico/contract/calls/forms'
import { lockOwnMember } from '../../identity/sessions/lock-own-member.ts'
import type { FormDraftData } from '../../platform/db/tables.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { claimField, hasClaim, requireClaimLabel } from './claim.ts'
import type { FormKind } from './definitions.ts'
import { recordForm, showDraft } from './kept.ts'
import type { FormParts } from './parts.ts'
import * as store from './store.ts'

export function saveDraft(
  { database, library }: FormParts,
  context: CallContext<MemberPrincipal>,
  { clientMessageId, baseVersion, kind, answers, attachmentIds }: BodyOf<typeof saveForm>,
): Promise<PayloadOf<typeof saveForm>> {
  return database.transaction(async (tx) => {
    const { memberId } = context.principal
    await lockOwnMember(tx, context.principal)
    if (await store.findByClientId(tx, memberId, clientMessageId)) throw new CallError('CONFLICT')
    const claimId = answers[claimField]
    if (hasClaim(library.form(kind, context.principal.brand)) && claimId)
      await requireClaimLabel(tx, context, claimId, false)
    const data = JSON.stringify({ answers, attachmentIds } satisfies FormDraftData)
    const before = await store.findDraft(tx, memberId, kind)
    const isSame = before?.draft_id === clientMessageId.toLowerCase()
    if (before && isSame && (await store.holdsData(tx, before, data))) return showDraft(before)
    // Another window or device has begun one, or saved a later version.
    if (before ? !isSame || before.version !== baseVersion : baseVersion !== 0) throw new CallError('CONFLICT')
    const written = {
      member_id: memberId,
      kind,
      draft_id: clientMessageId.toLowerCase(),
      version: baseVersion + 1,
      data,
      saved_at: context.now,
    }
    await store.writeDraft(tx, written)
    await recordForm(tx, context, 'form.save', kind)
    return showDraft(written)
  })
}

export function discardDraft(
  { database }: FormParts,
  context: CallContext<MemberPrincipal>,
  kind: FormKind,
): Promise<{ discarded: true }> {
  return database.transaction(async (tx) => {
    if (!(await store.deleteDraft(tx, context.principal.memberId, kind))) throw new CallError('NOT-FOUND')
    await recordForm(tx, context, 'form.discard', kind)
    return { discarded: true }
  })
}
