import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryOf } from '@portico/contract/call'
import type { addAttachment } from '@portico/contract/calls/attachments'
import {
  type AttachmentKind,
  type AttachmentRefusal,
  attachmentKinds,
  kindOfName,
  type UploadLimits,
} from '@portico/rules/messages/attachments'
import { DAY_MS } from '@portico/rules/messages/flood'
import { safeFileName } from '@portico/rules/text/file-name'
import { v7 as uuidv7 } from 'uuid'
import type { Database, Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { IncomingFile } from '../../platform/http/incoming-file.ts'
import type { AttachmentStorage } from '../../platform/storage/storage.ts'
import { type ContentCheck, createContentCheck } from './content.ts'
import { readAttachmentLimits } from './limits.ts'
import { auditFiles, type FileOwner, rowOwner, storageKey, uploaderOf } from './owner.ts'
import type { Scans } from './scans.ts'
import * as store from './store.ts'
import type { Sweep } from './sweep.ts'

export type Uploaded = Pick<store.Attachment, 'attachment_id' | 'name' | 'size' | 'type'> & {
  readonly state: 'clean' | 'scanning'
}

type Ids = QueryOf<typeof addAttachment>

export interface Uploads {
  /** Stores a file and has it scanned. A refusal is thrown as a CallError, and nothing of the file is kept. */
  take(owner: FileOwner, ids: Ids, file: IncomingFile): Promise<Uploaded>
}

/** How many messages a person may be writing at the same time, for the limits on their files. */
const maxDrafts = 10
/** Room for the fields of a multipart body besides the file. */
const wrapping = 8 * 1024

export function createUploads(parts: {
  readonly database: Database
  readonly storage: AttachmentStorage
  readonly scans: Scans | null
  readonly sweep: Sweep
  /** How long an upload waits for the verdict. */
  readonly waitMs: number
  warn(error: unknown): void
}): Uploads {
  const { database, storage, scans, sweep, waitMs, warn } = parts

  return {
    take: async (owner, ids, file) => {
      const limits = await readAttachmentLimits(database.read, owner.brand)
      const name = safeFileName(file.name)
      const kind = kindOfName(name, limits.kinds)
      const before = ids.clientAttachmentId && (await findBefore(owner, ids.clientAttachmentId))
      if (before) return before
      if ((file.announcedBytes ?? 0) > limits.fileBytes + wrapping) throw new CallError('ATTACHMENT-TOO-LARGE')
      // A file of the wrong type is only read on if there is a scanner to check it.
      if (kind === null && scans === null) throw new CallError('ATTACHMENT-TYPE')
      const bytes = Math.max((file.announcedBytes ?? 0) - wrapping, 0)
      const row = await database.transaction((tx) => reserve(tx, owner, { ids, limits, name, kind, bytes }))
      try {
        return await receive(owner, row, { file, kind, limits })
      } catch (error) {
        await discard(
          owner,
          row,
          error instanceof CallError && error.code.startsWith('ATTACHMENT-') ? 'refused' : 'failed',
        )
        throw error
      }
    },
  }

  /** The result of an earlier upload with the same id; an interrupted one is replaced by this one. */
  async function findBefore(owner: FileOwner, clientAttachmentId: string): Promise<Uploaded | null> {
    const row = await store.findByClientId(database.read, owner.memberId, clientAttachmentId)
    if (row === undefined) return null
    if (row.account_id !== uploaderOf(owner)) throw new CallError('CONFLICT')
    if (row.state === 'clean' || row.state === 'scanning') return { ...row, state: row.state }
    if (row.refusal !== null) throw new CallError(row.refusal)
    await discard(owner, row, 'failed')
    return null
  }

  async function reserve(
    tx: Tx,
    owner: FileOwner,
    what: {
      readonly ids: Ids
      readonly limits: UploadLimits
      readonly name: string
      readonly kind: AttachmentKind | null
      /** At least how many bytes there are. */
      readonly bytes: number
    },
  ): Promise<store.AttachmentKey> {
    const { ids, limits, name, kind, bytes } = what
    await lockMember(tx, owner.memberId)
    const { clientAttachmentId } = ids
    // Another upload with the same id has begun at the same time.
    if (clientAttachmentId && (await store.findByClientId(tx, owner.memberId, clientAttachmentId)))
      throw new CallError('CONFLICT')
    const unsent = await listCounted(tx, owner)
    const beside = unsent.filter((row) => row.client_message_id === (ids.clientMessageId ?? null))
    if (beside.length >= limits.count || unsent.length >= limits.count * maxDrafts)
      throw new CallError('ATTACHMENT-COUNT')
    await refuseBeyondDay(tx, owner, bytes, limits)
    const key = { member_id: owner.memberId, attachment_id: uuidv7() }
    await store.insert(tx, {
      ...key,
      account_id: uploaderOf(owner),
      client_attachment_id: ids.clientAttachmentId ?? null,
      client_message_id: ids.clientMessageId ?? null,
      name,
      type: kind === null ? 'application/octet-stream' : attachmentKinds[kind].type,
      created_at: owner.now,
    })
    await auditFiles(tx, owner, { action: 'attachment.begin', attachmentIds: [key.attachment_id] })
    return key
  }

  async function receive(
    owner: FileOwner,
    key: store.AttachmentKey,
    what: { readonly file: IncomingFile; readonly kind: AttachmentKind | null; readonly limits: UploadLimits },
  ): Promise<Uploaded> {
    const { file, kind, limits } = what
    const check = createContentCheck()
    await storage.write(storageKey(key), within(check.watch(file.content), limits.fileBytes))
    const refusal = await refusalOf(check, kind)
    if (refusal !== null)
      throw new CallError(refusal === 'ATTACHMENT-TYPE' ? await refusalAfterScan(key, refusal) : refusal)
    const row = await database.transaction((tx) => accept(tx, owner, key, { size: check.size(), limits }))
    return settled(owner, row)
  }

  /** Runs when the upload is complete: from here on it survives a crash. */
  async function accept(
    tx: Tx,
    owner: FileOwner,
    key: store.AttachmentKey,
    { size, limits }: { readonly size: number; readonly limits: UploadLimits },
  ): Promise<store.Attachment> {
    await lockMember(tx, owner.memberId)
    const unsent = await listCounted(tx, owner)
    const own = unsent.find((row) => row.attachment_id === key.attachment_id)
    if (own === undefined) throw new CallError('CONFLICT')
    const beside = unsent.filter((row) => row.client_message_id === own.client_message_id && row !== own)
    if (size + beside.reduce((sum, row) => sum + row.size, 0) > limits.totalBytes)
      throw new CallError('ATTACHMENT-TOO-LARGE')
    await refuseBeyondDay(tx, owner, size, limits)
    const state = scans === null ? 'clean' : 'scanning'
    const scan_at = scans?.leaseUntil(new Date()) ?? null
    await store.change(tx, key, ['uploading'], { state, size, scan_at })
    await auditFiles(tx, owner, { action: 'attachment.upload', attachmentIds: [key.attachment_id] })
    return { ...own, state, size, scan_at }
  }

  async function refuseBeyondDay(tx: Tx, owner: FileOwner, bytes: number, { dayBytes }: UploadLimits) {
    const today = await store.countBytes(tx, rowOwner(owner), new Date(owner.now.getTime() - DAY_MS))
    if (today + bytes > dayBytes) throw new CallError('ATTACHMENT-DAY-LIMIT')
  }

  /** Waits a little for the verdict; a later one is found by asking again. */
  async function settled(owner: FileOwner, row: store.Attachment): Promise<Uploaded> {
    if (scans === null) return { ...row, state: 'clean' }
    const settling = scans.settle(row).catch((error: unknown) => {
      warn(error)
      return null
    })
    const state = await Promise.race([settling, sleep(waitMs, null, { ref: false })])
    if (state !== 'refused') return { ...row, state: state ?? 'scanning' }
    const { refusal } = (await store.find(database.read, owner.memberId, row.attachment_id)) ?? {}
    throw new CallError(refusal ?? 'ATTACHMENT-VIRUS')
  }

  /** Scans a refused file for a virus, which would be the more important news (MC-4). */
  async function refusalAfterScan(key: store.AttachmentKey, otherwise: AttachmentRefusal): Promise<AttachmentRefusal> {
    const looking = scans?.look(key).catch(() => null) ?? null
    const verdict = await Promise.race([looking, sleep(waitMs, null, { ref: false })])
    return verdict === 'infected' ? 'ATTACHMENT-VIRUS' : otherwise
  }

  /** Uploads that count toward the limits, including those under way: a server that was killed leaves some behind until the sweep. */
  function listCounted(tx: Tx, owner: FileOwner): Promise<store.Attachment[]> {
    return store.listUnsent(tx, rowOwner(owner)).then((rows) => rows.filter(({ state }) => state !== 'refused'))
  }

  async function discard(owner: FileOwner, key: store.AttachmentKey, outcome: 'refused' | 'failed'): Promise<void> {
    await database.transaction(async (tx) => {
      await store.change(tx, key, ['uploading', 'refused'], { state: 'gone', client_attachment_id: null })
      await auditFiles(tx, owner, { action: 'attachment.upload', outcome, attachmentIds: [key.attachment_id] })
    })
    // The worker removes it later if this fails.
    await sweep.one(key).catch(warn)
  }
}

async function refusalOf(check: ContentCheck, kind: AttachmentKind | null): Promise<AttachmentRefusal | null> {
  if (check.size() === 0) return 'ATTACHMENT-EMPTY'
  return kind !== null && (await check.isOf(kind)) ? null : 'ATTACHMENT-TYPE'
}

/** Stops reading when a file exceeds the limit. */
async function* within(content: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new CallError('ATTACHMENT-TOO-LARGE')
    yield chunk
  }
}
