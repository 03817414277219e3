import type { SettingSurroundings } from '@portico/rules/settings/judge'
import type { BrandService } from '../../brands/brand/service.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Database } from '../../platform/db/database.ts'

/** What showing and changing settings depends on. */
export interface SettingParts {
  readonly database: Database
  readonly brands: BrandService
  readonly emails: Pick<EmailService, 'queue'>
  readonly surroundings: SettingSurroundings
}
