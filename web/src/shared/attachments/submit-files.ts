import { submitAttachments } from '@portico/contract/calls/attachments'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'

/** Declares the files of a message complete (MC-5); returns false if one of them cannot be sent. Throws other failures. */
export async function submitFiles(attachmentIds: readonly string[]): Promise<boolean> {
  if (attachmentIds.length === 0) return true
  try {
    await api.call(submitAttachments, { body: { attachmentIds: [...attachmentIds] } })
    return true
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return false
    throw error
  }
}
