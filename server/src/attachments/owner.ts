import type { AuditEvent, Origin } from '../audit/store.ts'
import type { Principal } from '../http/principal.ts'
import type { StorageKey } from './storage.ts'
import type { Attachment, AttachmentKey } from './store.ts'

/** Who handles files, and in whose mail: a member in their own, or staff in a member's. */
export interface FileOwner {
  readonly principal: Principal
  readonly memberId: string
  /** The conversation that staff are in: files of others are none of theirs. Null for a member themselves. */
  readonly threadId: string | null
  /** Whose limits count. */
  readonly brand: string
  readonly origin: Origin
  readonly now: Date
}

/** Whose a file is that is not sent: of whoever uploads it, also where they act for the member (CS-1, RG-3). */
export function uploaderOf({ principal }: Pick<FileOwner, 'principal'>): string {
  return (principal.actor ?? principal).accountId
}

export function rowOwner(owner: FileOwner) {
  return { memberId: owner.memberId, accountId: uploaderOf(owner) }
}

export function storageKey({ member_id, attachment_id }: AttachmentKey): StorageKey {
  return { memberId: member_id, attachmentId: attachment_id }
}

export function fileEvent(
  { principal, memberId, threadId, origin }: FileOwner,
  what: Pick<AuditEvent, 'action' | 'outcome'> & { readonly attachmentId: string },
): AuditEvent {
  const { outcome, attachmentId } = what
  // What staff do in their own name is told apart, as the rest of what they do with mail is.
  const action = threadId === null ? what.action : `workspace.${what.action.replace('.', '-')}`
  return { actor: principal, memberId, action, recordType: 'attachment', recordId: attachmentId, outcome, origin }
}

/** What the server does by itself. */
export function ownEvent(
  { member_id, attachment_id }: Attachment,
  what: Pick<AuditEvent, 'action' | 'outcome'>,
): AuditEvent {
  const origin = { address: 'server', requestId: '' }
  return { ...what, actor: null, memberId: member_id, recordType: 'attachment', recordId: attachment_id, origin }
}
