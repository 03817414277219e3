import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { ClaimScope } from './people.ts'
import { rowOf } from './service.ts'
import { findClaim, listShown } from './store.ts'

/** A claim as a list shows it. */
export type OwedClaim = ReturnType<typeof rowOf>

/** The newest claims of a scope with something still owed, in the caller's transaction, which audits the read. */
export async function owedClaims(tx: Tx, scope: ClaimScope, max: number): Promise<OwedClaim[]> {
  const order = { sort: 'serviceDate', order: 'desc' } as const
  const rows = await listShown(tx, scope, { filter: { owe: 'true' }, order, limit: max, offset: 0 })
  return rows.map((row) => rowOf(row, scope))
}

/** A claim that a scope may see, as a list shows it; undefined without one. */
export async function owedClaim(tx: Tx, scope: ClaimScope, claimId: string): Promise<OwedClaim | undefined> {
  const claim = await findClaim(tx, scope, claimId)
  return claim && rowOf(claim, scope)
}

/** Claims of a scope by the payer's numbers; claims that the scope may not see are left out. */
export async function claimsByNumber(
  tx: Tx,
  scope: ClaimScope,
  numbers: readonly string[],
): Promise<{ readonly memberId: string; readonly claimId: string; readonly claimNumber: string }[]> {
  if (numbers.length === 0) return []
  return ofScope(tx, scope)
    .select(['member_id as memberId', 'claim_id as claimId', 'claim_number as claimNumber'])
    .where('claim_number', '=', sql<string>`any(${[...numbers]}::text[])`)
    .where('state', 'not in', ['replaced', 'cancelled'])
    .where((eb) => eb.or([eb('sensitive', '=', false), eb('member_id', '=', scope.sensitiveOf)]))
    .execute()
}

/** Numbers of the patient's own claims that a scope may not see (MP-14). */
export async function hiddenClaimNumbers(tx: Tx, scope: ClaimScope): Promise<string[]> {
  const rows = await ofScope(tx, scope)
    .select('claim_number')
    .where('sensitive', '=', true)
    .where(sql<boolean>`member_id is distinct from ${scope.sensitiveOf}::uuid`)
    .execute()
  return rows.map(({ claim_number: number }) => number)
}

function ofScope(tx: Tx, { people }: ClaimScope) {
  const ids = people.map(({ memberId }) => memberId)
  return tx.selectFrom('claim').where('member_id', '=', sql<string>`any(${ids}::uuid[])`)
}
