import type { DataKey } from '../../platform/data-key.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { Quotes } from './quote.ts'
import type { Shopper } from './shopper.ts'
import type { Territory } from './territory.ts'

/** What carts depend on. */
export interface CartParts {
  readonly database: Database
  readonly dataKey: DataKey
  readonly limits: Limits
  readonly territory: Territory
  readonly quotes: Quotes
  readonly shopper: Shopper
}
