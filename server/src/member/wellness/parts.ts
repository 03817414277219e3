import type { Database } from '../../platform/db/database.ts'
import type { WellnessContent } from './content.ts'

/** What staying well is shown with. */
export interface WellnessParts {
  readonly database: Database
  readonly content: WellnessContent
}
