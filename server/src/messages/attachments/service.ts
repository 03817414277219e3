import type { PayloadOf } from '@portico/contract/call'
import type { listAttachments } from '@portico/contract/calls/attachments'
import type { OpenedMessage } from '@portico/contract/calls/messages'
import { attachmentKinds } from '@portico/rules/messages/attachments'
import type * as v from 'valibot'
import type { Database, Reader, Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { FileAnswer } from '../../platform/http/file-answer.ts'
import { type AttachmentStorage, startedReading } from '../../platform/storage/storage.ts'
import { readAttachmentLimits } from './limits.ts'
import { auditFiles, type FileOwner, rowOwner, storageKey, uploaderOf } from './owner.ts'
import type { ScannerState, Scans } from './scans.ts'
import * as store from './store.ts'
import type { Sweep } from './sweep.ts'
import type { Uploads } from './upload.ts'

/** A file of a message, as its readers see it. */
export type MessageFile = v.InferOutput<typeof OpenedMessage>['attachments'][number]

/** Files that go with messages (MC-4). The same functions serve a member and staff who write to one. */
export interface AttachmentService extends Pick<Uploads, 'take'> {
  /** The owner's files that are not sent yet. */
  unsent(owner: FileOwner): Promise<PayloadOf<typeof listAttachments>>
  /** Takes back an unsent file; throws NOT-FOUND, or CONFLICT if it was sent. */
  remove(owner: FileOwner, attachmentId: string): Promise<void>
  /** Declares files complete; throws NOT-FOUND unless all are the owner's. Returns their ids. */
  submit(owner: FileOwner, attachmentIds: readonly string[]): Promise<string[]>
  /** Checks that a message may carry these files and returns how many there are; throws ATTACHMENT-UNKNOWN or the reason against it. */
  checkReady(tx: Tx, owner: FileOwner, attachmentIds: readonly string[]): Promise<number>
  /** Sends files along with a message that is stored; after `checkReady` in the same transaction. */
  attach(tx: Tx, owner: FileOwner, attachmentIds: readonly string[], messageId: string): Promise<void>
  /** Files of messages, by message; the map has an entry for every message. */
  ofMessages(db: Reader, memberId: string, messageIds: readonly string[]): Promise<ReadonlyMap<string, MessageFile[]>>
  /** A file of the owner's mail; throws NOT-FOUND, ATTACHMENT-SCANNING or the reason it was refused. Audited. */
  open(owner: FileOwner, attachmentId: string, purpose: 'view' | 'download'): Promise<FileAnswer>
  /** Whether files are scanned for viruses, to this instance's knowledge. */
  scanner(): ScannerState
}

export function createAttachmentService(parts: {
  readonly database: Database
  readonly storage: AttachmentStorage
  readonly uploads: Uploads
  readonly scans: Scans | null
  readonly sweep: Sweep
  warn(error: unknown): void
}): AttachmentService {
  const { database, storage, uploads, scans, sweep, warn } = parts

  return {
    take: uploads.take,

    unsent: (owner) =>
      database.transaction(async (tx) => {
        await auditFiles(tx, owner, { action: 'attachments.list', attachmentIds: ['unsent'] })
        const rows = await store.listUnsent(tx, rowOwner(owner))
        const limits = await readAttachmentLimits(tx, owner.brand)
        return {
          attachments: rows.flatMap((row) => {
            const file = fileOf(row)
            return file ? [{ ...file, refusal: row.refusal }] : []
          }),
          limits: { ...limits, kinds: [...limits.kinds] },
        }
      }),

    remove: async (owner, attachmentId) => {
      await database.transaction(async (tx) => {
        const [row] = await store.lockOwn(tx, rowOwner(owner), [attachmentId])
        if (row === undefined) throw new CallError('NOT-FOUND')
        if (row.message_id !== null) throw new CallError('CONFLICT')
        await store.change(tx, row, [row.state], { state: 'gone', client_attachment_id: null })
        await auditFiles(tx, owner, { action: 'attachment.remove', attachmentIds: [attachmentId] })
      })
      const key = { member_id: owner.memberId, attachment_id: attachmentId }
      // The worker removes it later if this fails.
      await sweep.one(key).catch(warn)
    },

    submit: (owner, attachmentIds) =>
      database.transaction(async (tx) => {
        const wanted = distinct(attachmentIds)
        const rows = await store.lockOwn(tx, rowOwner(owner), wanted)
        if (rows.length !== wanted.length) throw new CallError('NOT-FOUND')
        refuseIfRefused(rows)
        const fresh = rows.filter(({ submitted_at }) => submitted_at === null)
        for (const row of fresh) await store.change(tx, row, [row.state], { submitted_at: owner.now })
        const submitted = rows.map(idOf)
        await auditFiles(tx, owner, { action: 'attachment.submit', attachmentIds: submitted })
        return submitted
      }),

    checkReady: async (tx, owner, attachmentIds) => {
      const wanted = distinct(attachmentIds)
      const rows = await store.lockOwn(tx, rowOwner(owner), wanted)
      // Staff declare files complete by sending them.
      const isDeclared = (row: store.Attachment) => row.submitted_at !== null || owner.threadId !== null
      const ready = rows.filter((row) => isDeclared(row) && row.message_id === null)
      if (ready.length !== wanted.length) throw new CallError('ATTACHMENT-UNKNOWN')
      refuseIfRefused(ready)
      const limits = await readAttachmentLimits(tx, owner.brand)
      if (ready.length > limits.count) throw new CallError('ATTACHMENT-COUNT')
      const bytes = ready.reduce((sum, { size }) => sum + size, 0)
      if (bytes > limits.totalBytes) throw new CallError('ATTACHMENT-TOO-LARGE')
      return ready.length
    },

    attach: async (tx, owner, attachmentIds, messageId) => {
      const rows = await store.lockOwn(tx, rowOwner(owner), distinct(attachmentIds))
      for (const row of rows) await store.change(tx, row, [row.state], { message_id: messageId })
      await auditFiles(tx, owner, { action: 'attachment.send', attachmentIds: rows.map(idOf) })
    },

    ofMessages: async (db, memberId, messageIds) => {
      const rows = await store.listSent(db, memberId, messageIds)
      const files = Map.groupBy(rows, ({ message_id }) => message_id ?? '')
      return new Map(messageIds.map((id) => [id, (files.get(id) ?? []).flatMap((row) => fileOf(row) ?? [])]))
    },

    open: async (owner, attachmentId, purpose) => {
      const row = await database.transaction(async (tx) => {
        const found = await store.find(tx, owner.memberId, attachmentId)
        if (found === undefined || fileOf(found) === null || !(await isVisible(tx, owner, found)))
          throw new CallError('NOT-FOUND')
        refuseIfRefused([found])
        if (found.state !== 'clean') throw new CallError('ATTACHMENT-SCANNING')
        await auditFiles(tx, owner, { action: `attachment.${purpose}`, attachmentIds: [attachmentId] })
        return found
      })
      const { name, type, size } = row
      const inline = purpose === 'view'
      const content = await startedReading(storage.read(storageKey(row)))
      // It was removed since it was looked up.
      if (content === null) throw new CallError('NOT-FOUND')
      return { name, type: inline ? shownType(type) : type, size, inline, content }
    },

    scanner: () => scans?.state() ?? 'none',
  }
}

/**
 * Only its uploader sees a file that is not sent. A sent file is visible with its message: in the member's mailbox until the message is
 * purged, and to staff in its conversation. Only the member sees files of forms (MP-14, MP-21).
 */
async function isVisible(tx: Tx, owner: FileOwner, file: store.Attachment): Promise<boolean> {
  const { memberId, threadId, principal } = owner
  const messageId = file.message_id
  if (messageId === null) return file.account_id === uploaderOf(owner)
  return threadId === null
    ? store.isInMailbox(tx, { memberId, messageId, withForms: principal.actor === null })
    : store.isOfThread(tx, { memberId, messageId, threadId })
}

/** Null if the file is incomplete, or was abandoned. */
function fileOf({ attachment_id, name, size, type, state }: store.Attachment): MessageFile | null {
  if (state === 'uploading' || state === 'gone') return null
  return { attachmentId: attachment_id, name, size, type, status: state }
}

function refuseIfRefused(rows: readonly store.Attachment[]): void {
  const refused = rows.find(({ state }) => state === 'refused')
  if (refused) throw new CallError(refused.refusal ?? 'ATTACHMENT-VIRUS')
}

/** Browsers that show a text would otherwise take it for one in their own old encoding. */
function shownType(type: string): string {
  return type === attachmentKinds.txt.type ? `${type}; charset=utf-8` : type
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}

function idOf({ attachment_id }: store.Attachment): string {
  return attachment_id
}
