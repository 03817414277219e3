import type { Database } from '../../platform/db/database.ts'
import type { AttachmentStorage } from '../../platform/storage/storage.ts'
import type { Scans } from './scans.ts'
import type { Sweep } from './sweep.ts'
import type { Uploads } from './upload.ts'

/** What files of messages depend on. */
export interface AttachmentParts {
  readonly database: Database
  readonly storage: AttachmentStorage
  readonly uploads: Uploads
  readonly scans: Scans | null
  readonly sweep: Sweep
  warn(error: unknown): void
}
