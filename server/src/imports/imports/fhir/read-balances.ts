import type { ReadBalance } from '../../../member/claims/incoming.ts'
import { findWords, hasCode } from './codes.ts'
import { findLimitKind, findNetwork } from './plan-codes.ts'
import type { ExplanationOfBenefit } from './shapes.ts'

/**
 * Balances for a year. Those for a day, a stay or a lifetime are not yearly limits, and Blue Button uses them for a claim's own amounts.
 */
export function readBalances(eob: ExplanationOfBenefit): ReadBalance[] {
  if (eob.status === 'cancelled' || eob.status === 'entered-in-error' || eob.status === 'draft') return []
  return eob.benefitBalance.flatMap(({ category, name, description, network, unit, term, financial }) => {
    if (term !== undefined && !hasCode(term, 'annual')) return []
    const named = {
      coding: category?.coding ?? [],
      text: [name, description, category?.text].filter(Boolean).join(' '),
    }
    return financial.flatMap(({ type, allowedMoney, usedMoney }) => {
      if (type?.coding.some(({ code }) => code?.includes('/variables/'))) return []
      const kind = findLimitKind(type) ?? findLimitKind(named)
      if (kind === null || (allowedMoney === undefined && usedMoney === undefined)) return []
      const isFamily = hasCode(unit, 'family') || /family/i.test(`${findWords(unit) ?? ''} ${name ?? ''}`)
      return {
        kind,
        network: findNetwork(network) ?? 'in',
        holder: isFamily ? 'family' : 'person',
        limitCents: allowedMoney ?? null,
        usedCents: usedMoney ?? null,
      } as const
    })
  })
}
