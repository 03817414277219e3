import {
  addThreadFile,
  downloadThreadFile,
  listThreadFiles,
  openThreadFile,
  removeThreadFile,
} from '@portico/contract/calls/thread-files'
import { api } from '../../base/api/api.ts'
import { fetchFile, uploadFile } from '../../base/api/files.ts'
import type { FileCalls } from '../../shared/attachments/file-calls.ts'

/** The calls that staff use for the files of a member's conversation (MC-4, MC-6). */
export function threadFileCalls(threadId: string): FileCalls {
  const params = { threadId }
  return {
    upload: ({ clientAttachmentId, clientMessageId, ...sending }) =>
      uploadFile(addThreadFile, { params, query: { clientAttachmentId, clientMessageId } }, sending),
    list: (signal) => api.call(listThreadFiles, { params, signal }),
    remove: (attachmentId) => api.call(removeThreadFile, { params: { threadId, attachmentId } }),
    fetch: (what, attachmentId, signal) =>
      fetchFile(what === 'view' ? openThreadFile : downloadThreadFile, { params: { threadId, attachmentId } }, signal),
  }
}
