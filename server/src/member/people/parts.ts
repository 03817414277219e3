import type { BrandService } from '../../brands/brand/service.ts'
import type { Sessions } from '../../identity/sessions/sessions.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Limits } from '../../platform/limits/limits.ts'

/** What the sharing of members' information depends on. */
export interface PeopleParts {
  readonly database: Database
  readonly limits: Limits
  readonly emails: EmailService
  readonly sessions: Sessions
  readonly brands: BrandService
}
