import type { PayloadOf } from '@portico/contract/call'
import type { listAttachments } from '@portico/contract/calls/attachments'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { FileAnswer } from '../../platform/http/file-answer.ts'
import type { StorageKey } from '../../platform/storage/storage.ts'
import { listUnsentFiles, removeFile } from './own-files.ts'
import type { FileOwner } from './owner.ts'
import type { ScannerState } from './scans.ts'
import { attachFiles, checkReadyFiles, findReadableFile, listMessageFiles, readFileContent } from './sent-files.ts'
import type { AttachmentParts } from './service-parts.ts'
import type { MessageFile } from './shown-file.ts'
import type { Attachment } from './store.ts'
import type { Uploads } from './upload.ts'

/** Files of messages (MC-4). The same functions serve a member and staff who write to one. */
export interface AttachmentService extends Pick<Uploads, 'take'> {
  /** The owner's unsent files. */
  listUnsent(tx: Tx, owner: FileOwner): Promise<PayloadOf<typeof listAttachments>>
  /** Removes an unsent file, whose content `sweep` deletes afterwards; throws NOT-FOUND, or CONFLICT if it was sent. */
  remove(tx: Tx, owner: FileOwner, attachmentId: string): Promise<void>
  /** Deletes the content of a removed file; if that fails, the worker does it later. */
  sweep(file: StorageKey): Promise<void>
  /** Checks that a message may carry these files and returns how many there are; throws ATTACHMENT-UNKNOWN or the reason for a refusal. */
  checkReady(tx: Tx, owner: FileOwner, attachmentIds: readonly string[]): Promise<number>
  /** Sends files along with a stored message; call it after `checkReady` in the same transaction. */
  attach(tx: Tx, owner: FileOwner, attachmentIds: readonly string[], messageId: string): Promise<void>
  /** Files of messages, by message; the map has an entry for every message. */
  ofMessages(db: Reader, memberId: string, messageIds: readonly string[]): Promise<ReadonlyMap<string, MessageFile[]>>
  /** A file in the owner's mail that can be opened; throws NOT-FOUND, ATTACHMENT-SCANNING or the reason for its refusal. */
  find(tx: Tx, owner: FileOwner, attachmentId: string): Promise<Attachment>
  /** Starts reading a found file; throws NOT-FOUND if it has gone since. */
  open(found: Attachment, purpose: 'view' | 'download'): Promise<FileAnswer>
  /** Whether files are scanned for viruses, to this instance's knowledge. */
  scanner(): ScannerState
}

export function createAttachmentService(parts: AttachmentParts): AttachmentService {
  const { uploads, scans, sweep, warn } = parts

  return {
    take: uploads.take,
    listUnsent: listUnsentFiles,
    remove: removeFile,
    sweep: ({ memberId, attachmentId }) => sweep.one({ member_id: memberId, attachment_id: attachmentId }).catch(warn),
    checkReady: (tx, owner, attachmentIds) => checkReadyFiles(tx, owner, attachmentIds),
    attach: (tx, owner, attachmentIds, messageId) => attachFiles(tx, owner, attachmentIds, messageId),
    ofMessages: (db, memberId, messageIds) => listMessageFiles(db, memberId, messageIds),
    find: findReadableFile,
    open: (found, purpose) => readFileContent(parts, found, purpose),
    scanner: () => scans?.state() ?? 'none',
  }
}
