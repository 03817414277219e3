import type { BrandService } from '../../brands/brand/service.ts'
import type { Sessions } from '../../identity/sessions/sessions.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Database } from '../../platform/db/database.ts'
import type { OwnOrigins } from '../../platform/http/own-origins.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { StaffKeeping } from '../staff/keeping.ts'

/** What identity providers' management of people depends on. */
export interface ScimParts {
  readonly database: Database
  readonly brands: BrandService
  readonly keeping: StaffKeeping
  readonly emails: EmailService
  readonly sessions: Pick<Sessions, 'end' | 'endAll'>
  readonly limits: Pick<Limits, 'isTokenLocked' | 'reserveRequest'>
  readonly ownOrigins: Pick<OwnOrigins, 'issuerFor'>
}
