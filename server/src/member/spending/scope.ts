import { findRelationship } from '@portico/rules/member/family'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { type ClaimScope, claimScope } from '../claims/people.ts'
import { readCovered } from '../member/contract.ts'

/** Whose accounts someone may see, and whose care in them. */
export interface SpendingScope {
  /** Whose claims they may see, starting with the member whose record it is; spending follows the same rules (MP-14). */
  readonly claims: ClaimScope
  readonly brand: string
  readonly birthYears: ReadonlyMap<string, number>
  readonly isSubscriber: boolean
}

/** Throws NOT-FOUND for a deleted member. */
export async function spendingScope(tx: Tx, principal: MemberPrincipal, now: Date): Promise<SpendingScope> {
  const claims = await claimScope(tx, principal, now)
  const people = await Promise.all(claims.people.map(({ memberId }) => readCovered(tx, memberId)))
  const [own] = people
  if (own === undefined) throw new CallError('NOT-FOUND')
  return {
    claims,
    brand: own.brand,
    birthYears: new Map(
      people.flatMap((one) => (one === undefined ? [] : [[one.memberId, Number(one.dateOfBirth.slice(0, 4))]])),
    ),
    isSubscriber: findRelationship(own.relationshipCode) === 'subscriber',
  }
}

export function findPerson({ claims }: SpendingScope, memberId: string | null) {
  return claims.people.find((one) => one.memberId === memberId) ?? null
}
