import type { IncomingFile } from '../../platform/http/incoming-file.ts'
import type { FileOwner } from './owner.ts'
import { takeUpload } from './take-upload.ts'
import type { Ids, Uploaded, UploadParts } from './upload-parts.ts'

export interface Uploads {
  /** Stores a file and scans it. Throws a refusal as CallError, and then keeps nothing of the file. */
  take(owner: FileOwner, ids: Ids, file: IncomingFile): Promise<Uploaded>
}

export function createUploads(parts: UploadParts): Uploads {
  return {
    take: (owner, ids, file) => takeUpload(parts, owner, ids, file),
  }
}
