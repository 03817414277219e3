import type { discardForm, saveForm } from '@portico/contract/calls/forms'
import { aboutField } from '@portico/rules/forms/about'
import { lockOwnMember } from '../../identity/sessions/lock-own-member.ts'
import type { FormDraftData } from '../../platform/db/tables.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { claimField, hasClaim, requireClaim } from './claim.ts'
import { showDraft } from './kept.ts'
import type { FormParts } from './parts.ts'
import { findAbout, listPeopleOfForm } from './people.ts'
import * as store from './store.ts'

export const saveDraft =
  ({ library }: FormParts): AuditedHandler<typeof saveForm> =>
  async ({ principal, body }, context, tx) => {
    const { clientMessageId, baseVersion, kind, answers, attachmentIds } = body
    const { memberId } = principal
    await lockOwnMember(tx, principal)
    if (await store.findByClientId(tx, memberId, clientMessageId)) throw new CallError('CONFLICT')
    const claimId = answers[claimField]
    if (hasClaim(library.form(kind, principal.brand)) && claimId) await requireClaim(tx, context, claimId, false)
    if (answers[aboutField] && !findAbout(await listPeopleOfForm(tx, context, kind), answers))
      throw new CallError('NOT-FOUND')
    const data = JSON.stringify({ answers, attachmentIds } satisfies FormDraftData)
    const before = await store.findDraft(tx, memberId, kind)
    const isSame = before?.draft_id === clientMessageId.toLowerCase()
    if (before && isSame && (await store.holdsData(tx, before, data))) return leaveUnchanged(showDraft(before))
    // Another window or device has begun a draft, or saved a later version.
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
    return about(kind, showDraft(written))
  }

export const discardDraft: AuditedHandler<typeof discardForm> = async (
  { principal, params: { kind } },
  _context,
  tx,
) => {
  if (!(await store.deleteDraft(tx, principal.memberId, kind))) throw new CallError('NOT-FOUND')
  return about(kind, { discarded: true })
}
