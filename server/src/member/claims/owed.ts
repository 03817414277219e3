import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { ClaimScope } from './people.ts'
import { toListedClaim } from './service.ts'
import { accountsPaid, findClaim, listShown } from './store.ts'

export { isPayment } from './store.ts'

/** A claim as a list shows it. */
export type OwedClaim = ReturnType<typeof toListedClaim>

/** The newest claims of a scope of which an account may still pay something, in the caller's transaction, which audits the read. */
export async function listOwedClaims(tx: Tx, scope: ClaimScope, max: number): Promise<OwedClaim[]> {
  const order = { sort: 'serviceDate', order: 'desc' } as const
  const rows = await listShown(tx, scope, { filter: { payable: 'true' }, order, limit: max, offset: 0 })
  return rows.map((row) => toListedClaim(row, scope))
}

/** A claim that a scope may see, as a list shows it; undefined without one. */
export async function findOwedClaim(tx: Tx, scope: ClaimScope, claimId: string): Promise<OwedClaim | undefined> {
  const claim = await findClaim(tx, scope, claimId)
  return claim && toListedClaim({ ...claim, accounts_cents: await accountsPaid(tx, scope, claim) }, scope)
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

/**
 * Whether a column with a claim number, in a row about a member's money, names care that a scope may not know about: someone else's claim,
 * or one that is shown to its patient alone (MP-14). A claim that the plan has corrected to another patient is no longer the first one's.
 */
export function isHiddenNumber(column: string, scope: ClaimScope): RawBuilder<boolean> {
  const ids = scope.people.map(({ memberId }) => memberId)
  return sql<boolean>`exists (select from claim of_number join member patient on patient.member_id = of_number.member_id
    where of_number.claim_number = ${sql.ref(column)} and of_number.content_hash <> ''
      and patient.brand = (select brand from member where member_id = ${ids[0] ?? null})
      and (of_number.member_id <> all(${ids}::uuid[])
        or of_number.sensitive and of_number.member_id is distinct from ${scope.sensitiveOf}::uuid))`
}

function ofScope(tx: Tx, { people }: ClaimScope) {
  const ids = people.map(({ memberId }) => memberId)
  return tx.selectFrom('claim').where('member_id', '=', sql<string>`any(${ids}::uuid[])`)
}
