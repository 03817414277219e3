import { declareExported, inner } from '../personal-data.ts'
import type { Moment } from './columns.ts'

/** Columns that every record of a member's care shares. */
export const ofRecord = {
  status: declareExported<string | null>(),
  /** Cancelled, or entered in error: the member does not see it. */
  withdrawn: declareExported<boolean>(),
  /** Shown only to the patient, even if others may see the rest (MP-14). */
  sensitive: declareExported<boolean>(),
  version: inner<string | null>(),
  content_hash: inner<Buffer>(),
  run_id: inner<string>(),
  imported_at: declareExported<Moment>(),
}
