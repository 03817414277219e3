import * as calls from '@portico/contract/calls/thread-files'
import { requireDeskScope } from '../../identity/rights/scope.ts'
import type { FileOwner } from '../../messages/attachments/owner.ts'
import type { AttachmentService } from '../../messages/attachments/service.ts'
import type { Database, Reader, Tx } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import type { CallInput } from '../../platform/http/stages.ts'
import { requireWork, type WorkLine } from './store.ts'

/** Files of members' conversations, for staff of their brands (MC-4, MC-6). `binder` must handle multipart bodies. */
export function bindThreadFiles(
  binder: Binder,
  { database, attachments }: { readonly database: Database; readonly attachments: AttachmentService },
): void {
  binder.bind(calls.addThreadFile, async ({ params, query, file }, context) => {
    const owner = await ownerIn(database.read, context, params.threadId)
    const { attachment_id, name, size, type, state } = await attachments.take(owner, query, file)
    return { attachmentId: attachment_id, name, size, type, status: state }
  })
  binder.bind(calls.listThreadFiles, async ({ params }, context, tx) => {
    const owner = await ownerIn(tx, context, params.threadId)
    return about('unsent', await attachments.listUnsent(tx, owner), { memberId: owner.memberId })
  })
  binder.bind(calls.removeThreadFile, {
    handle: async ({ params: { threadId, attachmentId } }, context, tx) => {
      const owner = await ownerIn(tx, context, threadId)
      await attachments.remove(tx, owner, attachmentId)
      const { memberId } = owner
      return about(attachmentId, { memberId, attachmentId }, { memberId })
    },
    finish: async (file) => {
      await attachments.sweep(file)
      return { removed: true }
    },
  })
  binder.bind(calls.openThreadFile, { handle: find, finish: (found) => attachments.open(found, 'view') })
  binder.bind(calls.downloadThreadFile, { handle: find, finish: (found) => attachments.open(found, 'download') })

  async function find(
    { params: { threadId, attachmentId } }: CallInput<typeof calls.openThreadFile | typeof calls.downloadThreadFile>,
    context: CallContext<Principal>,
    tx: Tx,
  ) {
    const owner = await ownerIn(tx, context, threadId)
    return about(attachmentId, await attachments.find(tx, owner, attachmentId), { memberId: owner.memberId })
  }

  /** Throws NOT-FOUND for a conversation of another brand, as if it did not exist. */
  async function ownerIn(db: Reader, context: CallContext<Principal>, threadId: string): Promise<FileOwner> {
    const scope = await requireDeskScope(db, context.principal)
    return fileOwner(context, await requireWork(db, scope, threadId))
  }
}

/** The owner of files that staff handle in a conversation: its member, with the limits of its brand. */
export function fileOwner({ principal, origin, now }: CallContext<Principal>, work: WorkLine): FileOwner {
  return { principal, memberId: work.member_id, threadId: work.thread_id, brand: work.brand, origin, now }
}
