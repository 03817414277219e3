import { ScimError } from '@portico/rules/scim/error'
import { lockAdministration } from '../../identity/rights/administrators-statement.ts'
import type { AuditContext, SystemActor } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ScimParts } from './parts.ts'
import type { ScimToken } from './token-store.ts'

/** An identity provider, identified by its token, at the address of one brand: it sees and manages only that brand's people. */
export interface ScimCaller extends AuditContext, SystemActor {
  readonly tokenId: string
  readonly brand: string
  readonly audience: ScimToken['audience']
  /** Whether new people get a link for choosing a password. */
  readonly invites: boolean
  /** The address of this brand's SCIM API. */
  readonly base: string
}

/** The people that a caller manages. */
export type Realm = Pick<ScimCaller, 'brand' | 'audience'>

/** The If-Match condition: which version the caller knows. */
export type IfMatch = string | null

/** Runs a change. Changes to staff wait for each other, like administrators' changes. Throws 409 if someone else has the name. */
export async function changeByScim<T>(
  { database }: Pick<ScimParts, 'database'>,
  { audience }: Realm,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await database.transaction(async (tx) => {
      if (audience === 'staff') await lockAdministration(tx)
      return work(tx)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw refuseTaken()
    throw error
  }
}

/** Someone else has the name: by a simultaneous request, or as a person of another brand, of whom we say nothing. */
export function refuseTaken(): ScimError {
  return new ScimError(409, 'uniqueness', 'This name is taken.')
}

export function refuseUnknown(): ScimError {
  return new ScimError(404, null, 'There is no such resource.')
}

/** Throws 412 if the resource has changed since the caller read it. */
export function checkVersion(ifMatch: IfMatch, version: number): void {
  if (ifMatch === null || ifMatch.trim() === '*') return
  const known = ifMatch.split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (!known.includes(`"${version}"`)) throw new ScimError(412, null, 'The resource has changed.')
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}
