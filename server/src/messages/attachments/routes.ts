import * as calls from '@portico/contract/calls/attachments'
import type { AuditContext } from '../../platform/audit/store.ts'
import type { Binder } from '../../platform/http/bind.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import { submitFiles } from './own-files.ts'
import type { FileOwner } from './owner.ts'
import type { AttachmentService } from './service.ts'

/** Binds the calls for a member's files. `binder` must handle multipart bodies. */
export function bindAttachments(binder: Binder, attachments: AttachmentService): void {
  binder.bind(calls.addAttachment, async ({ principal, query, file }, context) => {
    const { attachment_id, name, size, type, state } = await attachments.take(toOwner(principal, context), query, file)
    return { attachmentId: attachment_id, name, size, type, status: state }
  })
  binder.bind(calls.listAttachments, ({ principal }, context) => attachments.listUnsent(toOwner(principal, context)))
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
  binder.bind(calls.openAttachment, ({ principal, query }, context) =>
    attachments.open(toOwner(principal, context), query.attachmentId, 'view'),
  )
  binder.bind(calls.downloadAttachment, ({ principal, query }, context) =>
    attachments.open(toOwner(principal, context), query.attachmentId, 'download'),
  )
}

function toOwner(principal: MemberPrincipal, { origin, now }: AuditContext): FileOwner {
  return { principal, memberId: principal.memberId, threadId: null, brand: principal.brand, origin, now }
}
