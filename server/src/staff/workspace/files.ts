import * as calls from '@portico/contract/calls/thread-files'
import { requireDeskScope } from '../../identity/rights/scope.ts'
import type { FileOwner } from '../../messages/attachments/owner.ts'
import type { AttachmentService } from '../../messages/attachments/service.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Asking } from '../../platform/http/asking.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { requireWork, type WorkLine } from './store.ts'

/** Files of members' conversations, for staff of their brands (MC-4, MC-6). `binder` must handle multipart bodies. */
export function bindThreadFiles(
  binder: Binder,
  { database, attachments }: { readonly database: Database; readonly attachments: AttachmentService },
): void {
  binder.bind(calls.addThreadFile, async ({ params, query, file }, asking) => {
    const owner = await ownerIn(asking, params.threadId)
    const { attachment_id, name, size, type, state } = await attachments.take(owner, query, file)
    return { attachmentId: attachment_id, name, size, type, status: state }
  })
  binder.bind(calls.listThreadFiles, async ({ params }, asking) =>
    attachments.listUnsent(await ownerIn(asking, params.threadId)),
  )
  binder.bind(calls.removeThreadFile, async ({ params }, asking) => {
    await attachments.remove(await ownerIn(asking, params.threadId), params.attachmentId)
    return { removed: true }
  })
  binder.bind(calls.openThreadFile, async ({ params }, asking) =>
    attachments.open(await ownerIn(asking, params.threadId), params.attachmentId, 'view'),
  )
  binder.bind(calls.downloadThreadFile, async ({ params }, asking) =>
    attachments.open(await ownerIn(asking, params.threadId), params.attachmentId, 'download'),
  )

  /** Throws NOT-FOUND for a conversation of another brand, as if it did not exist. */
  async function ownerIn(asking: Asking, threadId: string): Promise<FileOwner> {
    const scope = await requireDeskScope(database.read, asking.principal)
    const work = await requireWork(database.read, scope, threadId)
    return fileOwner(asking, work)
  }
}

/** The owner of files that staff handle in a conversation: its member, with the limits of its brand. */
export function fileOwner({ principal, origin, now }: Asking, work: WorkLine): FileOwner {
  return { principal, memberId: work.member_id, threadId: work.thread_id, brand: work.brand, origin, now }
}
