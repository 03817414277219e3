import type { Letters } from '../../mailing/letters/service.ts'
import type { DataKey } from '../../platform/data-key.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { Quotes } from '../shop/quote.ts'
import type { Shopper } from '../shop/shopper.ts'
import type { Territory } from '../shop/territory.ts'

/** What proposals depend on. */
export interface ProposalParts {
  readonly database: Database
  readonly dataKey: DataKey
  readonly limits: Limits
  readonly letters: Letters
  readonly territory: Territory
  readonly quotes: Quotes
  readonly shopper: Shopper
}
