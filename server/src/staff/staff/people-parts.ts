import type { BrandService } from '../../brands/brand/service.ts'
import type { Sessions } from '../../identity/sessions/sessions.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Database } from '../../platform/db/database.ts'
import type { StaffKeeping } from './keeping.ts'

/** What staff accounts are managed with. */
export interface StaffPeopleParts {
  readonly database: Database
  readonly brands: BrandService
  readonly keeping: StaffKeeping
  readonly emails: EmailService
  readonly sessions: Pick<Sessions, 'idleSince' | 'end'>
}
