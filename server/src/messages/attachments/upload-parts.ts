import type { QueryOf } from '@portico/contract/call'
import type { addAttachment } from '@portico/contract/calls/attachments'
import type { Database } from '../../platform/db/database.ts'
import type { AttachmentStorage } from '../../platform/storage/storage.ts'
import type { Scans } from './scans.ts'
import type * as store from './store.ts'
import type { Sweep } from './sweep.ts'

export type Uploaded = Pick<store.Attachment, 'attachment_id' | 'name' | 'size' | 'type'> & {
  readonly state: 'clean' | 'scanning'
}

export type Ids = QueryOf<typeof addAttachment>

/** What uploads depend on. */
export interface UploadParts {
  readonly database: Database
  readonly storage: AttachmentStorage
  readonly scans: Scans | null
  readonly sweep: Sweep
  /** How long an upload waits for the verdict. */
  readonly waitMs: number
  warn(error: unknown): void
}
