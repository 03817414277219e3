import type { OpenedMessage } from '@portico/contract/calls/messages'
import type * as v from 'valibot'
import { CallError } from '../../platform/http/call-error.ts'
import type * as store from './store.ts'

/** A file of a message, as its readers see it. */
export type MessageFile = v.InferOutput<typeof OpenedMessage>['attachments'][number]

/** Null if the file is incomplete, or was abandoned. */
export function showFile({ attachment_id, name, size, type, state }: store.Attachment): MessageFile | null {
  if (state === 'uploading' || state === 'gone') return null
  return { attachmentId: attachment_id, name, size, type, status: state }
}

export function refuseIfRefused(rows: readonly store.Attachment[]): void {
  const refused = rows.find(({ state }) => state === 'refused')
  if (refused) throw new CallError(refused.refusal ?? 'ATTACHMENT-VIRUS')
}

export function dropRepeated(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}

export function readId({ attachment_id }: store.Attachment): string {
  return attachment_id
}
