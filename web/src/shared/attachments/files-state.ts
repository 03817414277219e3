import type { PayloadOf } from '@portico/contract/call'
import type { listAttachments } from '@portico/contract/calls/attachments'
import { type AttachmentLimits, type AttachmentRefusal, checkAttachment } from '@portico/rules/messages/attachments'

type Kept = PayloadOf<typeof listAttachments>['attachments'][number]

/** A file of a message that is being written. `failed`: the upload broke off; `refused`: it is not accepted. */
export interface FileEntry {
  /** Sent with every attempt, so that the file is stored only once. */
  readonly key: string
  /** Null until the server has it. */
  readonly attachmentId: string | null
  readonly name: string
  readonly size: number
  readonly step: 'waiting' | 'uploading' | 'scanning' | 'clean' | 'refused' | 'failed'
  /** How much has been uploaded, from 0 to 1. */
  readonly share: number
  readonly refusal: AttachmentRefusal | null
}

/** Ids of the message's current files. */
export function listIds(entries: readonly FileEntry[]): string[] {
  return entries.flatMap(({ attachmentId, step }) => (attachmentId !== null && isHeld(step) ? [attachmentId] : []))
}

/**
 * Whether a message cannot be sent yet: a file is being uploaded, or its upload failed and the person has not decided what to do.
 */
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

/** Updates files with the server's verdicts; one that the server no longer knows keeps its state. */
export function withVerdicts(entries: readonly FileEntry[], kept: readonly Kept[]): FileEntry[] {
  return entries.map((entry) => {
    const found = kept.find(({ attachmentId }) => attachmentId === entry.attachmentId)
    return found && entry.step === 'scanning' ? { ...entry, step: found.status, refusal: found.refusal } : entry
  })
}

/** After a message is sent: the files for the next one, and those that could not be sent, until someone removes them. */
export function afterSending(entries: readonly FileEntry[], ids: readonly string[]): FileEntry[] {
  return entries.filter(
    ({ attachmentId, step }) => step === 'refused' || (attachmentId !== null && ids.includes(attachmentId)),
  )
}

/** The files of a draft, as stored on the server; ids that it no longer has are left out. */
export function toEntries(ids: readonly string[], kept: readonly Kept[]): FileEntry[] {
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
