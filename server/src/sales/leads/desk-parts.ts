import type { BrandService } from '../../brands/brand/service.ts'
import type { Database } from '../../platform/db/database.ts'

/** What the work on leads depends on. */
export interface LeadDeskParts {
  readonly database: Database
  readonly brands: BrandService
}
