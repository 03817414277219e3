import { type AttachmentKind, kindOfName, type UploadLimits } from '@portico/rules/messages/attachments'
import { safeFileName } from '@portico/rules/text/file-name'
import { CallError } from '../../platform/http/call-error.ts'
import type { IncomingFile } from '../../platform/http/incoming-file.ts'
import { createContentCheck } from './content.ts'
import { readAttachmentLimits } from './limits.ts'
import { auditFiles, type FileOwner, findUploader, storageKey } from './owner.ts'
import { accept, reserve } from './reserve-upload.ts'
import * as store from './store.ts'
import type { Ids, Uploaded, UploadParts } from './upload-parts.ts'
import { awaitVerdict, judgeContent, scanRefused } from './upload-verdict.ts'

/** Room for the fields of a multipart body other than the file. */
const wrapping = 8 * 1024

export async function takeUpload(
  parts: UploadParts,
  owner: FileOwner,
  ids: Ids,
  file: IncomingFile,
): Promise<Uploaded> {
  const { database, scans } = parts
  const limits = await readAttachmentLimits(database.read, owner.brand)
  const name = safeFileName(file.name)
  const kind = kindOfName(name, limits.kinds)
  const before = ids.clientAttachmentId && (await findBefore(parts, owner, ids.clientAttachmentId))
  if (before) return before
  if ((file.announcedBytes ?? 0) > limits.fileBytes + wrapping) throw new CallError('ATTACHMENT-TOO-LARGE')
  // We read a file of the wrong type to its end only if there is a scanner to check it.
  if (kind === null && scans === null) throw new CallError('ATTACHMENT-TYPE')
  const bytes = Math.max((file.announcedBytes ?? 0) - wrapping, 0)
  const row = await database.transaction((tx) => reserve(tx, owner, { ids, limits, name, kind, bytes }))
  try {
    return await receive(parts, owner, row, { file, kind, limits })
  } catch (error) {
    await discard(
      parts,
      owner,
      row,
      error instanceof CallError && error.code.startsWith('ATTACHMENT-') ? 'refused' : 'failed',
    )
    throw error
  }
}

/** The result of an earlier upload with the same id; this upload replaces an interrupted one. */
async function findBefore(parts: UploadParts, owner: FileOwner, clientAttachmentId: string): Promise<Uploaded | null> {
  const { database } = parts
  const row = await store.findByClientId(database.read, owner.memberId, clientAttachmentId)
  if (row === undefined) return null
  if (row.account_id !== findUploader(owner)) throw new CallError('CONFLICT')
  if (row.state === 'clean' || row.state === 'scanning') return { ...row, state: row.state }
  if (row.refusal !== null) throw new CallError(row.refusal)
  await discard(parts, owner, row, 'failed')
  return null
}

async function receive(
  parts: UploadParts,
  owner: FileOwner,
  key: store.AttachmentKey,
  what: { readonly file: IncomingFile; readonly kind: AttachmentKind | null; readonly limits: UploadLimits },
): Promise<Uploaded> {
  const { storage, database } = parts
  const { file, kind, limits } = what
  const check = createContentCheck()
  await storage.write(storageKey(key), limitBytes(check.watch(file.content), limits.fileBytes))
  const refusal = await judgeContent(check, kind)
  if (refusal !== null)
    throw new CallError(refusal === 'ATTACHMENT-TYPE' ? await scanRefused(parts, key, refusal) : refusal)
  const row = await database.transaction((tx) => accept(parts, tx, owner, key, { size: check.size(), limits }))
  return awaitVerdict(parts, owner, row)
}

async function discard(
  { database, sweep, warn }: UploadParts,
  owner: FileOwner,
  key: store.AttachmentKey,
  outcome: 'refused' | 'failed',
): Promise<void> {
  await database.transaction(async (tx) => {
    await store.change(tx, key, ['uploading', 'refused'], { state: 'gone', client_attachment_id: null })
    await auditFiles(tx, owner, { action: 'attachment.upload', outcome, attachmentIds: [key.attachment_id] })
  })
  // If this fails, the worker removes it later.
  await sweep.one(key).catch(warn)
}

/** Stops reading when a file exceeds the limit. */
async function* limitBytes(content: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new CallError('ATTACHMENT-TOO-LARGE')
    yield chunk
  }
}
