import { calendarYear } from '@portico/rules/claims/accumulators'
import { type ClaimEffect, claimEffects } from '@portico/rules/coverage/balances'
import { findPlanKind } from '@portico/rules/coverage/plan-kind'
import type { Tx } from '../../platform/db/database.ts'
import { coversDay } from '../member/contract.ts'
import { readContract } from './contract-year.ts'
import { buildPlanYear, kindOfProduct } from './plan-year.ts'

interface DecidedClaim {
  readonly member_id: string
  readonly claim_id: string
  readonly type: string
  readonly group_number: string | null
  readonly service_from: string
}

/** What a claim did to the yearly limits of its plan, including the family's (MP-4). */
export async function effectsOfClaim(tx: Tx, claim: DecidedClaim): Promise<ClaimEffect[]> {
  const { member_id: memberId, group_number: group, service_from: day } = claim
  const contract = await readContract(tx, memberId, day)
  if (contract === undefined) return []
  const kind = findPlanKind(claim.type)
  const product = contract.products.find(
    (one) =>
      one.member_id === memberId &&
      kindOfProduct(one) === kind &&
      (group ?? one.group_number) === one.group_number &&
      coversDay(one, day),
  )
  const year = product && buildPlanYear(product, contract.findYear(product), day)
  const isKnown = year !== undefined && year.period.begins <= day && year.period.ends >= day
  const claims = contract.claims?.filter(({ type }) => findPlanKind(type) === kind) ?? null
  const use = isKnown ? year : { limits: [], period: calendarYear(Number(day.slice(0, 4))), claims }
  const own = use.claims?.find(({ claimId }) => claimId === claim.claim_id)
  const effects = own === undefined ? [] : claimEffects(use, own)
  // A dental or vision plan that has told its limits has no others: most have no yearly maximum of what members pay.
  return kind === 'medical' || use.limits.length === 0
    ? effects
    : effects.filter(({ limitCents }) => limitCents !== null)
}
