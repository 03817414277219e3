import { setTimeout as sleep } from 'node:timers/promises'
import type { AttachmentKind, AttachmentRefusal } from '@portico/rules/messages/attachments'
import { CallError } from '../../platform/http/call-error.ts'
import type { ContentCheck } from './content.ts'
import type { FileOwner } from './owner.ts'
import * as store from './store.ts'
import type { Uploaded, UploadParts } from './upload-parts.ts'

/** Waits briefly for the verdict; the caller must ask again for a later one. */
export async function awaitVerdict(
  { scans, warn, waitMs, database }: UploadParts,
  owner: FileOwner,
  row: store.Attachment,
): Promise<Uploaded> {
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
export async function scanRefused(
  { scans, waitMs }: UploadParts,
  key: store.AttachmentKey,
  otherwise: AttachmentRefusal,
): Promise<AttachmentRefusal> {
  const looking = scans?.scan(key).catch(() => null) ?? null
  const verdict = await Promise.race([looking, sleep(waitMs, null, { ref: false })])
  return verdict === 'infected' ? 'ATTACHMENT-VIRUS' : otherwise
}

export async function judgeContent(
  check: ContentCheck,
  kind: AttachmentKind | null,
): Promise<AttachmentRefusal | null> {
  if (check.size() === 0) return 'ATTACHMENT-EMPTY'
  return kind !== null && (await check.matchesKind(kind)) ? null : 'ATTACHMENT-TYPE'
}
