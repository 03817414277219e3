import type { ZipTable } from '../../brands/zip/table.ts'
import type { NewPasswords } from '../../identity/passwords/new-password.ts'
import type { Passwords } from '../../identity/passwords/passwords.ts'
import type { ChosenAnswers } from '../../identity/recovery/chosen-answers.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Database } from '../../platform/db/database.ts'
import type { InEvenTime } from '../../platform/limits/even-time.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { RegistrationChecks } from './checks.ts'
import type { Coverages } from './coverage.ts'
import type { GuardianProofs } from './guardian-proofs.ts'
import type { PendingRegistrations } from './pending.ts'

export interface RegistrationServiceParts {
  readonly database: Database
  readonly limits: Limits
  readonly passwords: Passwords
  readonly newPasswords: NewPasswords
  readonly chosenAnswers: ChosenAnswers
  readonly emails: EmailService
  readonly zips: ZipTable
  readonly checks: RegistrationChecks
  readonly coverages: Coverages
  readonly guardianProofs: GuardianProofs
  readonly pending: PendingRegistrations
  readonly inEvenTime: InEvenTime
}
