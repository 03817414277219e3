import type { ClaimFactsData } from '../../platform/db/tables.ts'

/** What is known of a stored claim that says how it is linked to others; days are `yyyy-mm-dd`, money whole cents. */
export interface Linkable {
  readonly memberId: string
  readonly claimId: string
  readonly claimNumber: string
  readonly resourceId: string
  /** `professional`, `oral` … */
  readonly type: string
  readonly decidedOn: string | null
  readonly serviceFrom: string
  readonly serviceTo: string
  readonly providerId: string | null
  readonly providerName: string | null
  readonly billed: number | null
  readonly planPaid: number | null
  readonly share: number | null
  readonly replaces: string | null
  readonly facts: ClaimFactsData
}

/**
 * The claims that another one means by these names; of those that have its own number, the ones decided before or after it. Other payers,
 * and those of another kind of care, number their claims for themselves: the same number is another claim there.
 */
export function findNamed(
  one: Linkable,
  names: readonly string[],
  known: readonly Linkable[],
  isLater: boolean,
): readonly Linkable[] {
  for (const name of names) {
    const meant = known.filter((other) => {
      if (other.resourceId === name) return true
      if (other.claimId === one.claimId || !isCalled(other, name) || !mayBeOfOneKind(one, other)) return false
      if (!isCalled(one, name)) return true
      const [before, after] = isLater ? [one, other] : [other, one]
      return (before.decidedOn ?? '') < (after.decidedOn ?? '')
    })
    const [byId] = meant.filter(({ resourceId }) => resourceId === name)
    if (byId !== undefined) return [byId]
    if (meant.length > 0) return meant
  }
  return []
}

function isCalled({ claimNumber, facts }: Linkable, name: string): boolean {
  return claimNumber === name || facts.names?.includes(name) === true
}

const medical = ['institutional', 'professional']

/** Whether two claims may be of one payer and about the same kind of care; a hospital's claim may come again as a doctor's. */
export function mayBeOfOneKind({ type: one, facts }: Linkable, { type: other, facts: theirs }: Linkable): boolean {
  if (!mayBeOfOnePayer(facts, theirs)) return false
  return one === other || [one, other].includes('unknown') || (medical.includes(one) && medical.includes(other))
}

/** Two payers of a brand number their claims each for itself. */
export function mayBeOfOnePayer({ payerId: one }: ClaimFactsData, { payerId: other }: ClaimFactsData): boolean {
  return one === undefined || other === undefined || one === other
}
