/** A marketplace plan id: issuer, state and product, followed by its variant, with or without a hyphen. */
const ofExchange = /^(\d{5}[a-z]{2}\d{7})-?\d{2}$/i

/**
 * The ids by which files may name a plan: its own and, for a marketplace plan (HIOS), also the id without the variant. Variants differ
 * in what people pay; lists of drugs, doctors and prices belong to the plan and use its id without the variant (IM-9, IM-5, IM-7).
 */
export function listPlanNames(planId: string): readonly string[] {
  const [, plan] = ofExchange.exec(planId) ?? []
  return plan === undefined ? [planId] : [planId, plan.toUpperCase()]
}
