import type { SettingSurroundings } from '@portico/rules/settings/judge'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Database } from '../../platform/db/database.ts'

/** What settings are shown and changed with. */
export interface SettingParts {
  readonly database: Database
  readonly brands: BrandService
  readonly surroundings: SettingSurroundings
}
