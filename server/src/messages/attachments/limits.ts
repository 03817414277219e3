import { attachmentLimits, type UploadLimits } from '@portico/rules/messages/attachments'
import { readSettings } from '../../brands/config-lists/settings.ts'
import type { Reader } from '../../platform/db/database.ts'

/** The limits for one message of a brand (MC-4). */
export async function readAttachmentLimits(db: Reader, brand: string): Promise<UploadLimits> {
  const { text } = await readSettings(db, brand)
  return attachmentLimits({
    count: text('ATTACHMENT_COUNT'),
    fileMB: text('ATTACHMENT_FILE_MB'),
    totalMB: text('ATTACHMENT_TOTAL_MB'),
    dayMB: text('ATTACHMENT_DAY_MB'),
    kinds: text('ATTACHMENT_TYPES'),
  })
}
