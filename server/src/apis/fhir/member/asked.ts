import type { FhirType } from '@portico/contract/fhir/type'
import { findFhirType } from '@portico/contract/fhir/types'
import type { Database, Reader } from '../../../platform/db/database.ts'
import type { AppAccess } from '../access.ts'
import { FhirError, notFound } from '../outcome.ts'
import type { PageLinks } from './page-link.ts'
import { type Allowed, listAllowed } from './scopes.ts'
import { buildAllowedCondition, type Condition } from './search-statement.ts'
import { type Asking, recordAppRead, type Version, type Wanted } from './store.ts'

/** A call of the member's API. */
export interface Call extends Asking {
  /** Address of the brand's API. */
  readonly base: string
  /** The plan's name. */
  readonly plan: string
}

/** Dependencies of answers. */
export interface ApiParts {
  readonly database: Database
  readonly db: Reader
  readonly links: PageLinks
}

/** One resource. */
export interface One {
  readonly version: number
  readonly updated: Date
  readonly body: string
}

export function findServedType(type: string): FhirType {
  const known = findFhirType(type)
  if (known === undefined) throw new FhirError(404, 'not-supported', 'This type is not served.')
  return known
}

export function forbidden(): FhirError {
  return new FhirError(403, 'forbidden', 'The token’s scopes do not allow this.')
}

/** Throws 403 for a type that the token may not read (`r`) or search (`s`). */
export function requireAllowed({ access }: { readonly access: AppAccess }, type: string, verb: 'r' | 's'): Allowed {
  const may = listAllowed(access, type, verb)
  if (may === null) throw forbidden()
  return may
}

/** Throws 404 for what does not exist, and 410 for what was withdrawn; both count as reads, too. */
export async function readWhole(
  database: Database,
  found: Version | undefined,
  about: string,
  call: Call,
): Promise<One> {
  await recordAppRead(database, { about, count: found === undefined ? 0 : 1 }, call)
  return requireWhole(found)
}

/** Number of rows to show: the last one read only shows that there are more. */
export function countRead(rows: readonly unknown[], { limit }: Pick<Wanted, 'limit'>): number {
  return Math.min(rows.length, Math.max(limit - 1, 1))
}

/** The rows that a scope allows; null: all. */
export function narrow(may: Allowed): Condition | null {
  return may === 'all' ? null : buildAllowedCondition(may)
}

/** Throws 404 for what does not exist, and 410 for what was withdrawn. */
export function requireWhole(found: Version | undefined): One {
  if (found === undefined) throw notFound()
  if (found.body === null) throw new FhirError(410, 'deleted', 'This resource was withdrawn.')
  return { ...found, body: found.body }
}
