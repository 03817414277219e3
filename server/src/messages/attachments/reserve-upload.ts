import { type AttachmentKind, attachmentKinds, type UploadLimits } from '@portico/rules/messages/attachments'
import { DAY_MS } from '@portico/rules/messages/flood'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { auditFiles, type FileOwner, findUploader, rowOwner } from './owner.ts'
import * as store from './store.ts'
import type { Ids, UploadParts } from './upload-parts.ts'

/** How many messages a person may write at the same time, which sets the limits on unsent files. */
const maxDrafts = 10

export async function reserve(
  tx: Tx,
  owner: FileOwner,
  what: {
    readonly ids: Ids
    readonly limits: UploadLimits
    readonly name: string
    readonly kind: AttachmentKind | null
    /** The least number of bytes it has. */
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
    account_id: findUploader(owner),
    client_attachment_id: ids.clientAttachmentId ?? null,
    client_message_id: ids.clientMessageId ?? null,
    name,
    type: kind === null ? 'application/octet-stream' : attachmentKinds[kind].type,
    created_at: owner.now,
  })
  await auditFiles(tx, owner, { action: 'attachment.begin', attachmentIds: [key.attachment_id] })
  return key
}

/** Runs when the upload is complete: from here on, it survives a crash. */
export async function accept(
  { scans }: UploadParts,
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

/** Uploads that count toward the limits, including those under way: a killed server leaves some behind until the sweep. */
function listCounted(tx: Tx, owner: FileOwner): Promise<store.Attachment[]> {
  return store.listUnsent(tx, rowOwner(owner)).then((rows) => rows.filter(({ state }) => state !== 'refused'))
}
