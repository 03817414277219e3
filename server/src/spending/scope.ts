import { relationshipOf } from '@portico/rules/member/family'
import { hiddenClaimNumbers } from '../claims/owed.ts'
import { type ClaimScope, claimScope } from '../claims/people.ts'
import { runIn, type Tx } from '../db/database.ts'
import { CallError } from '../http/call-error.ts'
import type { MemberPrincipal } from '../http/principal.ts'
import { readCovered } from '../member/contract.ts'

/** Whose accounts someone may see, and of whose care in them. */
export interface SpendingScope {
  /** Whose claims they may see, the member whose record it is first; spending goes by the same rules (MP-14). */
  readonly claims: ClaimScope
  /** Claims that are the patient's own and not the reader's: what was paid for them names no one and no one. */
  readonly hidden: readonly string[]
  readonly brand: string
  readonly birthYears: ReadonlyMap<string, number>
  readonly isSubscriber: boolean
}

/** Throws NOT-FOUND for a member who is gone. */
export async function spendingScope(tx: Tx, principal: MemberPrincipal, now: Date): Promise<SpendingScope> {
  const claims = await claimScope(runIn(tx), principal, now)
  const people = await Promise.all(claims.people.map(({ memberId }) => readCovered(tx, memberId)))
  const [own] = people
  if (own === undefined) throw new CallError('NOT-FOUND')
  return {
    claims,
    hidden: await hiddenClaimNumbers(tx, claims),
    brand: own.brand,
    birthYears: new Map(
      people.flatMap((one) => (one === undefined ? [] : [[one.memberId, Number(one.dateOfBirth.slice(0, 4))]])),
    ),
    isSubscriber: relationshipOf(own.relationshipCode) === 'subscriber',
  }
}

export function personOf({ claims }: SpendingScope, memberId: string | null) {
  return claims.people.find((one) => one.memberId === memberId) ?? null
}
