import type { Database } from '../../platform/db/database.ts'
import type { WhereaboutsOf } from '../finder/whereabouts.ts'
import type { HcpcsList } from './hcpcs.ts'
import type { ServiceIndexes } from './service-indexes.ts'

/** What answers about costs of care depend on. */
export interface CareCostParts {
  readonly database: Database
  readonly hcpcs: HcpcsList
  readonly whereabouts: WhereaboutsOf
  readonly indexes: ServiceIndexes
}
