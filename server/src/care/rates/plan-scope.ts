import type { Balance } from '@portico/rules/coverage/balances'
import type { PlanKind } from '@portico/rules/coverage/plan-kind'
import { listPlanNames } from '@portico/rules/coverage/plan-names'
import { readSettings } from '../../brands/config-lists/settings.ts'
import { listOwnKinds } from '../../member/coverage/cards.ts'
import { readContract } from '../../member/coverage/contract-year.ts'
import { buildPlanYear, kindOfProduct, type PlanYear } from '../../member/coverage/plan-year.ts'
import { coversDay } from '../../member/member/contract.ts'
import { easternDay } from '../../platform/day.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { PriceScope } from './price-store.ts'

/** The plan that pays for a member's care on a day. */
export interface MemberPlan {
  readonly name: string
  readonly year: PlanYear
  /** The member's accumulators. */
  readonly balances: Balance[]
  readonly countedAsOf: Date | null
}

/** A member's current medical plan and the price files that apply to it. Throws NOT-FOUND for a deleted member. */
export async function readMemberPlan(
  tx: Tx,
  memberId: string,
  now: Date,
): Promise<{ readonly plan: MemberPlan | null; readonly scope: PriceScope; readonly planKinds: readonly PlanKind[] }> {
  const day = easternDay(now)
  const contract = await readContract(tx, memberId, day)
  if (contract === undefined) throw new CallError('NOT-FOUND')
  const { member } = contract
  const product = contract.products.find(
    (one) => one.member_id === memberId && kindOfProduct(one) === 'medical' && coversDay(one, day),
  )
  const planId = product?.plan_id ?? null
  const planIds =
    planId === null
      ? []
      : [...listPlanNames(planId), ...listProducts(planId), ...(await alsoCalled(tx, member.brand, planId))]
  const name = product?.product_name ?? null
  const scope = { brand: member.brand, planIds, planName: name }
  const planKinds = listOwnKinds(contract, memberId, day)
  if (product === undefined) return { plan: null, scope, planKinds }
  const year = buildPlanYear(product, contract.findYear(product), day)
  const balances = year.listBalances(memberId)
  return { plan: { name: product.product_name, year, balances, countedAsOf: contract.countedAsOf }, scope, planKinds }
}

/** Price files name a marketplace plan by its product, the first ten characters of its id (CMS's `plan_id` of the type `hios`). */
function listProducts(planId: string): string[] {
  const [, product] = /^(\d{5}[a-z]{2}\d{3})\d{4}/i.exec(planId) ?? []
  return product === undefined ? [] : [product.toUpperCase()]
}

/** A plan's names in price files, from the brand's setting: `12345PA0010001=ppo-blue-1500; …`. */
async function alsoCalled(db: Reader, brand: string, planId: string): Promise<string[]> {
  const said = (await readSettings(db, brand)).text('RATES_PLANS') ?? ''
  return said.split(';').flatMap((pair) => {
    const [theirs = '', ours = ''] = pair.split('=').map((side) => side.trim())
    return listPlanNames(planId).includes(ours) && theirs !== '' ? [theirs] : []
  })
}
