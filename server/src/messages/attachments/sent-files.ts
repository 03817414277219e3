import { attachmentKinds } from '@portico/rules/messages/attachments'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { FileAnswer } from '../../platform/http/file-answer.ts'
import { startReading } from '../../platform/storage/storage.ts'
import { readAttachmentLimits } from './limits.ts'
import { auditFiles, type FileOwner, findUploader, rowOwner, storageKey } from './owner.ts'
import type { AttachmentParts } from './service-parts.ts'
import { dropRepeated, type MessageFile, readId, refuseIfRefused, showFile } from './shown-file.ts'
import * as store from './store.ts'

export async function checkReadyFiles(tx: Tx, owner: FileOwner, attachmentIds: readonly string[]): Promise<number> {
  const wanted = dropRepeated(attachmentIds)
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
}

export async function attachFiles(
  tx: Tx,
  owner: FileOwner,
  attachmentIds: readonly string[],
  messageId: string,
): Promise<void> {
  const rows = await store.lockOwn(tx, rowOwner(owner), dropRepeated(attachmentIds))
  for (const row of rows) await store.change(tx, row, [row.state], { message_id: messageId })
  await auditFiles(tx, owner, { action: 'attachment.send', attachmentIds: rows.map(readId) })
}

export async function listMessageFiles(
  db: Reader,
  memberId: string,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, MessageFile[]>> {
  const rows = await store.listSent(db, memberId, messageIds)
  const files = Map.groupBy(rows, ({ message_id }) => message_id ?? '')
  return new Map(messageIds.map((id) => [id, (files.get(id) ?? []).flatMap((row) => showFile(row) ?? [])]))
}

export async function findReadableFile(tx: Tx, owner: FileOwner, attachmentId: string): Promise<store.Attachment> {
  const found = await store.find(tx, owner.memberId, attachmentId)
  if (found === undefined || showFile(found) === null || !(await isVisible(tx, owner, found)))
    throw new CallError('NOT-FOUND')
  refuseIfRefused([found])
  if (found.state !== 'clean') throw new CallError('ATTACHMENT-SCANNING')
  return found
}

export async function readFileContent(
  { storage }: AttachmentParts,
  row: store.Attachment,
  purpose: 'view' | 'download',
): Promise<FileAnswer> {
  const { name, type, size } = row
  const inline = purpose === 'view'
  const content = await startReading(storage.read(storageKey(row)))
  // It was removed since the lookup.
  if (content === null) throw new CallError('NOT-FOUND')
  return { name, type: inline ? showType(type) : type, size, inline, content }
}

/**
 * Only its uploader sees an unsent file. A sent file is visible with its message: in the member's mailbox until the message is purged,
 * and to staff in its conversation. Only the member sees files of forms (MP-14, MP-21).
 */
async function isVisible(tx: Tx, owner: FileOwner, file: store.Attachment): Promise<boolean> {
  const { memberId, threadId, principal } = owner
  const messageId = file.message_id
  if (messageId === null) return file.account_id === findUploader(owner)
  return threadId === null
    ? store.isInMailbox(tx, { memberId, messageId, withForms: principal.actor === null })
    : store.isOfThread(tx, { memberId, messageId, threadId })
}

/** Without a charset, browsers would guess an old encoding for a text. */
function showType(type: string): string {
  return type === attachmentKinds.txt.type ? `${type}; charset=utf-8` : type
}
