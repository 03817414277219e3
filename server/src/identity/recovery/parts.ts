import type { BrandService } from '../../brands/brand/service.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Database } from '../../platform/db/database.ts'
import type { InEvenTime } from '../../platform/limits/even-time.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { PasswordReset } from '../passwords/password-reset.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Questions } from './questions.ts'

/** Dependencies of account recovery. */
export interface RecoveryParts {
  readonly database: Database
  readonly limits: Limits
  readonly passwords: Passwords
  readonly emails: EmailService
  readonly questions: Questions
  readonly passwordReset: PasswordReset
  readonly brands: BrandService
  readonly inEvenTime: InEvenTime
}
