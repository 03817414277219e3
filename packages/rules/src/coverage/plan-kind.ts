/** What a plan covers. */
export const planKinds = ['medical', 'drug', 'dental', 'vision'] as const
export type PlanKind = (typeof planKinds)[number]

/** Which plan's yearly limits a claim counts toward, by its type; drugs count with medical care. */
export function findPlanKind(claimType: string): Exclude<PlanKind, 'drug'> {
  if (claimType === 'oral') return 'dental'
  return claimType === 'vision' ? 'vision' : 'medical'
}

/** What to call plans that do not cover a kind of care; null: they do, or we do not know what they cover (MP-17, MP-26). */
export function findOtherPurpose(kinds: readonly PlanKind[], sought: PlanKind): 'dental' | 'vision' | 'other' | null {
  if (kinds.length === 0 || kinds.includes(sought)) return null
  const [only] = kinds
  return kinds.length === 1 && (only === 'dental' || only === 'vision') ? only : 'other'
}
