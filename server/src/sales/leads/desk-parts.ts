import type { BrandService } from '../../brands/brand/service.ts'
import type { Database } from '../../platform/db/database.ts'

/** What leads are worked on with. */
export interface LeadDeskParts {
  readonly database: Database
  readonly brands: BrandService
}
