import type { Sessions } from '../../identity/sessions/sessions.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { StaffKeeping } from './keeping.ts'

/** What looking after accounts depends on. */
export interface AccountParts {
  readonly database: Database
  readonly sessions: Sessions
  readonly limits: Limits
  readonly emails: EmailService
  readonly keeping: StaffKeeping
}
