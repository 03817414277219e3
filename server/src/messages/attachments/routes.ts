import * as calls from '@portico/contract/calls/attachments'
import type { AuditContext } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import type { CallInput } from '../../platform/http/stages.ts'
import { submitFiles } from './own-files.ts'
import type { FileOwner } from './owner.ts'
import type { AttachmentService } from './service.ts'

/** Binds the calls for a member's files. `binder` must handle multipart bodies. */
export function bindAttachments(binder: Binder, attachments: AttachmentService): void {
  binder.bind(calls.addAttachment, async ({ principal, query, file }, context) => {
    const { attachment_id, name, size, type, state } = await attachments.take(toOwner(principal, context), query, file)
    return { attachmentId: attachment_id, name, size, type, status: state }
  })
  binder.bind(calls.listAttachments, async ({ principal }, context, tx) =>
    about('unsent', await attachments.listUnsent(tx, toOwner(principal, context))),
  )
  binder.bind(calls.removeAttachment, {
    handle: async ({ principal, query: { attachmentId } }, context, tx) => {
      await attachments.remove(tx, toOwner(principal, context), attachmentId)
      return about(attachmentId, { memberId: principal.memberId, attachmentId })
    },
    finish: async (file) => {
      await attachments.sweep(file)
      return { removed: true }
    },
  })
  binder.bind(calls.submitAttachments, submitFiles)
  binder.bind(calls.openAttachment, { handle: find, finish: (found) => attachments.open(found, 'view') })
  binder.bind(calls.downloadAttachment, { handle: find, finish: (found) => attachments.open(found, 'download') })

  async function find(
    { principal, query: { attachmentId } }: CallInput<typeof calls.openAttachment | typeof calls.downloadAttachment>,
    context: AuditContext,
    tx: Tx,
  ) {
    return about(attachmentId, await attachments.find(tx, toOwner(principal, context), attachmentId))
  }
}

function toOwner(principal: MemberPrincipal, { origin, now }: AuditContext): FileOwner {
  return { principal, memberId: principal.memberId, threadId: null, brand: principal.brand, origin, now }
}
