import type { Database } from '../../platform/db/database.ts'
import type { Asking } from '../../platform/http/asking.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import type { WellnessContent } from './content.ts'

export type MemberAsking = Asking<MemberPrincipal>

/** What staying well is shown with. */
export interface WellnessParts {
  readonly database: Database
  readonly content: WellnessContent
}
