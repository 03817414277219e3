import type { YearLimit } from '@portico/rules/coverage/balances'
import type { PlanKind } from '@portico/rules/coverage/plan-kind'
import type { Tx } from '../db/database.ts'
import { readContract } from './contract-year.ts'
import { kindOfProduct, planYearOf } from './plan-year.ts'

/** A member's own limits in their plan of a kind on a day; empty if only the family's apply, or if none are known. */
export async function limitsOfMember(
  tx: Tx,
  memberId: string,
  { kind, day }: { readonly kind: PlanKind; readonly day: string },
): Promise<readonly YearLimit[]> {
  const contract = await readContract(tx, memberId, day)
  const product = contract?.products.find(
    (one) =>
      one.member_id === memberId &&
      kindOfProduct(one) === kind &&
      (one.coverage_begin_date ?? day) <= day &&
      (one.coverage_end_date ?? day) >= day,
  )
  if (contract === undefined || product === undefined) return []
  return planYearOf(product, contract.yearOf(product), day).limits.filter(({ holder }) => holder === 'person')
}
