import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import type * as store from './store.ts'

/**
 * Keeps a rep who acts for the member from seeing the member's forms; people with access to the member's information cannot call this
 * at all.
 */
export function refuseActors({ principal }: Pick<CallContext<MemberPrincipal>, 'principal'>): void {
  if (principal.actor !== null) throw new CallError('SIMULATION-BLOCKED')
}

export function showDraft({ draft_id, version, saved_at }: Pick<store.FormDraft, 'draft_id' | 'version' | 'saved_at'>) {
  return { draftId: draft_id, version, savedAt: saved_at.toISOString() }
}
