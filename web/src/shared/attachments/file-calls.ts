import type { PayloadOf } from '@portico/contract/call'
import {
  addAttachment,
  downloadAttachment,
  listAttachments,
  openAttachment,
  removeAttachment,
} from '@portico/contract/calls/attachments'
import { track } from '../../base/analytics/track.ts'
import { api } from '../../base/api/api.ts'
import { fetchFile, uploadFile } from '../../base/api/files.ts'

export interface FileToSend {
  /** Created by the page: an upload that is retried is stored only once. */
  readonly clientAttachmentId: string
  /** The message it belongs to, since the limits are per message. */
  readonly clientMessageId: string
  readonly file: File
  readonly signal: AbortSignal
  /** Share of the file sent so far, from 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** The calls that handle a writer's files: a member's, or those of staff in a member's conversation. */
export interface FileCalls {
  upload(file: FileToSend): Promise<PayloadOf<typeof addAttachment>>
  /** Files uploaded but not sent, and the limits. */
  list(signal: AbortSignal): Promise<PayloadOf<typeof listAttachments>>
  remove(attachmentId: string): Promise<unknown>
  fetch(what: 'view' | 'download', attachmentId: string, signal: AbortSignal): Promise<Blob>
  /** Files were chosen. */
  noteChosen?(): void
}

export const memberFiles: FileCalls = {
  upload: ({ clientAttachmentId, clientMessageId, ...sending }) =>
    uploadFile(addAttachment, { query: { clientAttachmentId, clientMessageId } }, sending),
  list: (signal) => api.call(listAttachments, { signal }),
  remove: (attachmentId) => api.call(removeAttachment, { query: { attachmentId } }),
  fetch: (what, attachmentId, signal) =>
    fetchFile(what === 'view' ? openAttachment : downloadAttachment, { query: { attachmentId } }, signal),
  noteChosen: () => track({ event: 'attach-file' }),
}
