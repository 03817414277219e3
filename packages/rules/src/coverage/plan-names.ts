/** A plan of the exchange: issuer, state and product, and behind these its variant, with or without a hyphen. */
const ofExchange = /^(\d{5}[a-z]{2}\d{7})-?\d{2}$/i

/**
 * The ids by which files may name a plan: its own, and of a plan of the exchange (HIOS) also the one without the variant. Variants differ in what
 * people pay; drugs, doctors and prices are those of the plan, by whose id alone those files name it (IM-9, IM-5, IM-7).
 */
export function listPlanNames(planId: string): readonly string[] {
  const [, plan] = ofExchange.exec(planId) ?? []
  return plan === undefined ? [planId] : [planId, plan.toUpperCase()]
}
