/** What a plan pays for one kind of service in one network. Money in whole cents, shares in percent. */
export interface Benefit {
  readonly covered: boolean
  /** The member pays it for each visit before anything else; the plan pays the rest. */
  readonly copay?: number
  /** Whether the deductible comes first; once it is met, a copay takes its place. */
  readonly deductible: boolean
  /** The member's percent of what is left; beside a copay, it applies only with `also`. */
  readonly coinsurance: number
  /** Whether the percent applies on top of the copay. */
  readonly also?: boolean
}

/** Yearly amounts in one network: a deductible, and the most that a member pays. */
export interface YearLimits {
  readonly deductible: number
  readonly outOfPocket: number
}

export interface PlanRules {
  readonly person: YearLimits
  /** For everyone on the contract together; null: only each person's own limits count. */
  readonly family: YearLimits | null
  /** Embedded: a person's own limits apply within the family's; aggregate: only the family's apply. */
  readonly embedded: boolean
}

/** What a member, and everyone on their contract together, has paid this year in one network. */
export interface PaidSoFar {
  readonly person: YearLimits
  readonly family: YearLimits
}

export const nothingPaid: PaidSoFar = {
  person: { deductible: 0, outOfPocket: 0 },
  family: { deductible: 0, outOfPocket: 0 },
}

export interface ClaimServiceLine {
  readonly billed: number
  /** The amount that plan and provider have agreed on, never more than billed. */
  readonly allowed: number
  readonly benefit: Benefit
}

/** Who pays which part of a line; billed = discount + plan paid + deductible + copay + coinsurance + not covered. */
export interface LineShare {
  readonly discount: number
  readonly planPaid: number
  readonly deductible: number
  readonly copay: number
  readonly coinsurance: number
  readonly notCovered: number
}

/**
 * Decides a claim line by line, as a plan does: the member pays whatever is not covered, and it counts toward nothing; then comes
 * the deductible, then copay or coinsurance, never more in a year than the out-of-pocket maximum. Returns the shares, and what has
 * been paid so far with this claim.
 */
export function adjudicate(
  plan: PlanRules,
  soFar: PaidSoFar,
  lines: readonly ClaimServiceLine[],
): { readonly lines: readonly LineShare[]; readonly soFar: PaidSoFar } {
  let paid = soFar
  const shares = lines.map((line): LineShare => {
    const share = splitLine(
      { deductible: computeLeft(plan, paid, 'deductible'), outOfPocket: computeLeft(plan, paid, 'outOfPocket') },
      line,
    )
    const counted = share.deductible + share.copay + share.coinsurance
    const more = (before: YearLimits): YearLimits => ({
      deductible: before.deductible + share.deductible,
      outOfPocket: before.outOfPocket + counted,
    })
    paid = { person: more(paid.person), family: more(paid.family) }
    return share
  })
  return { lines: shares, soFar: paid }
}

/** Splits one service between plan and member, given how much the member can still be asked to pay this year. */
export function splitLine(left: YearLimits, { billed, allowed, benefit }: ClaimServiceLine): LineShare {
  const nothing = { discount: 0, planPaid: 0, deductible: 0, copay: 0, coinsurance: 0, notCovered: 0 }
  if (!benefit.covered) return { ...nothing, notCovered: billed }
  const max = Math.min(allowed, left.outOfPocket)
  const deductible = benefit.deductible ? Math.min(max, left.deductible) : 0
  const rest = allowed - deductible
  const copay = Math.min(benefit.copay ?? 0, rest, max - deductible)
  const percent = benefit.copay === undefined || benefit.also ? benefit.coinsurance : 0
  const coinsurance = Math.min(Math.round(((rest - copay) * percent) / 100), max - deductible - copay)
  const planPaid = allowed - deductible - copay - coinsurance
  return { ...nothing, discount: billed - allowed, planPaid, deductible, copay, coinsurance }
}

/** How much a member can still be asked to pay this year. */
function computeLeft(plan: PlanRules, paid: PaidSoFar, kind: keyof YearLimits): number {
  const ofPerson =
    plan.family === null || plan.embedded ? plan.person[kind] - paid.person[kind] : Number.POSITIVE_INFINITY
  const ofFamily = plan.family === null ? Number.POSITIVE_INFINITY : plan.family[kind] - paid.family[kind]
  return Math.max(0, Math.min(ofPerson, ofFamily))
}
