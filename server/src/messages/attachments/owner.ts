import { type AuditContext, type AuditEvent, audit } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { StorageKey } from '../../platform/storage/storage.ts'
import type { Attachment, AttachmentKey } from './store.ts'

/** The person who handles the files, and whose mail they belong to: a member in their own mail, or staff in a member's. */
export interface FileOwner extends AuditContext {
  readonly principal: Principal
  readonly memberId: string
  /** The conversation that staff are in; they cannot reach files of others. Null for a member. */
  readonly threadId: string | null
  /** The brand whose limits apply. */
  readonly brand: string
}

/** An unsent file belongs to its uploader, even if they act for the member (CS-1, RG-3). */
export function findUploader({ principal }: Pick<FileOwner, 'principal'>): string {
  return (principal.actor ?? principal).accountId
}

export function rowOwner(owner: Pick<FileOwner, 'principal' | 'memberId'>) {
  return { memberId: owner.memberId, accountId: findUploader(owner) }
}

export function storageKey({ member_id, attachment_id }: AttachmentKey): StorageKey {
  return { memberId: member_id, attachmentId: attachment_id }
}

export function auditFiles(
  tx: Tx,
  owner: FileOwner,
  what: {
    readonly action: string
    readonly outcome?: AuditEvent['outcome']
    readonly attachmentIds: readonly string[]
  },
): Promise<void> {
  const { principal, memberId, threadId } = owner
  const { outcome = 'done', attachmentIds } = what
  // Staff actions have names of their own, as elsewhere in mail.
  const action = threadId === null ? what.action : `workspace.${what.action.replace('.', '-')}`
  const events = attachmentIds.map((recordId) => ({ action, memberId, recordType: 'attachment', recordId, outcome }))
  return audit(tx, principal, events, owner)
}

/** Actions of the server itself. */
export function auditOwn(
  tx: Tx,
  rows: readonly Attachment[],
  what: Pick<AuditEvent, 'action' | 'outcome'>,
  now: Date,
): Promise<void> {
  const events = rows.map(({ member_id: memberId, attachment_id: recordId }) => ({
    ...what,
    memberId,
    recordType: 'attachment',
    recordId,
  }))
  return audit(tx, null, events, { origin: { address: 'server', requestId: '' }, now })
}
