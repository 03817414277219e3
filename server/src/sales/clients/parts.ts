import type { EmailService } from '../../mailing/email/service.ts'
import type { Database } from '../../platform/db/database.ts'

/** What the book of business depends on. */
export interface ClientParts {
  readonly database: Database
  readonly emails: EmailService
}
