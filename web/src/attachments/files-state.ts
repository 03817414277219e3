import type { PayloadOf } from '@portico/contract/call'
import type { listAttachments } from '@portico/contract/calls/attachments'
import { type AttachmentLimits, type AttachmentRefusal, checkAttachment } from '@portico/rules/messages/attachments'

type Kept = PayloadOf<typeof listAttachments>['attachments'][number]

/** A file of a message that is being written. `failed`: the way there broke; `refused`: it is not taken. */
export interface FileEntry {
  /** Sent with every try, so that it is stored once. */
  readonly key: string
  /** Null until the server has it. */
  readonly attachmentId: string | null
  readonly name: string
  readonly size: number
  readonly step: 'waiting' | 'uploading' | 'scanning' | 'clean' | 'refused' | 'failed'
  /** While it is uploaded, from 0 to 1. */
  readonly share: number
  readonly refusal: AttachmentRefusal | null
}

/** Files of the message as it is now. */
export function idsOf(entries: readonly FileEntry[]): string[] {
  return entries.flatMap(({ attachmentId, step }) => (attachmentId !== null && isHeld(step) ? [attachmentId] : []))
}

/** Whether a message cannot be sent yet: a file is on its way, or did not make it and no one has said what to do. */
export function isBusy(entries: readonly FileEntry[]): boolean {
  return entries.some(({ step }) => step === 'waiting' || step === 'uploading' || step === 'failed')
}

function isHeld(step: FileEntry['step']): boolean {
  return step === 'scanning' || step === 'clean'
}

/** Adds chosen files; those that cannot be sent are reported before a byte is sent (MC-4). */
export function withFiles(
  entries: readonly FileEntry[],
  files: readonly { readonly key: string; readonly name: string; readonly size: number }[],
  limits: AttachmentLimits,
): FileEntry[] {
  const all = [...entries]
  for (const { key, name, size } of files) {
    const counted = all.filter(({ step }) => step !== 'refused')
    const attached = { count: counted.length, bytes: counted.reduce((sum, one) => sum + one.size, 0) }
    const refusal = checkAttachment({ name, size }, attached, limits)
    const step = refusal === null ? 'waiting' : 'refused'
    all.push({ key, name, size, refusal, step, attachmentId: null, share: 0 })
  }
  return all
}

export function withChange(entries: readonly FileEntry[], key: string, change: Partial<FileEntry>): FileEntry[] {
  return entries.map((entry) => (entry.key === key ? { ...entry, ...change } : entry))
}

/** What the server says of files that it has; one that it does not know anymore keeps its state. */
export function withVerdicts(entries: readonly FileEntry[], kept: readonly Kept[]): FileEntry[] {
  return entries.map((entry) => {
    const found = kept.find(({ attachmentId }) => attachmentId === entry.attachmentId)
    return found && entry.step === 'scanning' ? { ...entry, step: found.status, refusal: found.refusal } : entry
  })
}

/** After a message is sent: the files of the next one, and those that could not be sent, until someone removes them. */
export function afterSending(entries: readonly FileEntry[], ids: readonly string[]): FileEntry[] {
  return entries.filter(
    ({ attachmentId, step }) => step === 'refused' || (attachmentId !== null && ids.includes(attachmentId)),
  )
}

/** The files of a draft, as the server keeps them; the others of its ids are gone. */
export function entriesOf(ids: readonly string[], kept: readonly Kept[]): FileEntry[] {
  return kept
    .filter(({ attachmentId }) => ids.includes(attachmentId))
    .map(({ attachmentId, name, size, status, refusal }) => ({
      key: attachmentId,
      attachmentId,
      name,
      size,
      share: 1,
      step: status,
      refusal,
    }))
}
