import type { EmailService } from '../../mailing/email/service.ts'
import type { DataKey } from '../../platform/data-key.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { FirstPremiums } from '../premium/first-premium.ts'
import type { Quotes } from './quote.ts'
import type { Shopper } from './shopper.ts'
import type { Territory } from './territory.ts'

/** What applications for plans depend on. */
export interface EnrollmentParts {
  readonly database: Database
  readonly dataKey: DataKey
  readonly limits: Limits
  readonly emails: EmailService
  readonly territory: Territory
  readonly quotes: Quotes
  readonly firstPremiums: FirstPremiums
  readonly shopper: Shopper
}
