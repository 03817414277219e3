import { listOfContract } from '../claims/counting.ts'
import type { Tx } from '../db/database.ts'
import { listOnContract, type Member } from '../member/contract.ts'
import type { ContractYear } from './plan-year.ts'
import { listAccumulators, listPlanYears, listProductsOf } from './store.ts'

export interface KnownContract {
  readonly member: Member
  readonly others: readonly Member[]
  readonly products: Awaited<ReturnType<typeof listProductsOf>>
  /** When the newest claim of anybody on it was loaded. */
  readonly countedAsOf: Date | null
  /** What counts toward the limits of a group. */
  yearOf(group: { readonly client_number: string; readonly group_number: string }): ContractYear
}

/** Reads what yearly limits and benefits of a member's contract follow from, in the caller's transaction, which audits it. */
export async function readContract(tx: Tx, member: Member, today: string): Promise<KnownContract> {
  const others = await listOnContract(tx, member)
  const ids = [member, ...others].map(({ member_id }) => member_id)
  const products = await listProductsOf(tx, ids)
  const own = products.filter((product) => product.member_id === member.member_id)
  const planIds = [...new Set(own.flatMap(({ plan_id }) => plan_id ?? []))]
  const plans = await listPlanYears(tx, member.brand, planIds)
  const accumulators = await listAccumulators(tx, ids)
  const { claims, loadedAt } = await listOfContract(tx, ids, earliest(own, plans, today))
  return {
    ...{ member, others, products },
    countedAsOf: loadedAt,
    yearOf: (group) => ({
      ...{ plans, accumulators },
      claims: loadedAt === null ? null : claims,
      covered: [...new Set(products.filter((one) => isOf(one, group)).map(({ member_id }) => member_id))],
    }),
  }
}

interface GroupKey {
  readonly client_number: string
  readonly group_number: string
}

export function isOf(row: GroupKey, group: GroupKey): boolean {
  return row.client_number === group.client_number && row.group_number === group.group_number
}

/** The first day that any of the years could begin on, so that no claims are read that count toward none. */
function earliest(
  products: readonly { readonly coverage_end_date: string | null }[],
  plans: readonly { readonly begins: string }[],
  today: string,
): string {
  const ended = products.flatMap(({ coverage_end_date: day }) => (day === null ? [] : `${day.slice(0, 4)}-01-01`))
  const years = plans.map(({ begins }) => begins)
  return [...ended, ...years, `${today.slice(0, 4)}-01-01`].sort()[0] ?? today
}
