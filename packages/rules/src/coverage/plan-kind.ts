/** What a plan covers. */
export const planKinds = ['medical', 'drug', 'dental', 'vision'] as const
export type PlanKind = (typeof planKinds)[number]

/** Which plan's yearly limits a claim counts toward, by its type; drugs count with medical care. */
export function findPlanKind(claimType: string): Exclude<PlanKind, 'drug'> {
  if (claimType === 'oral') return 'dental'
  return claimType === 'vision' ? 'vision' : 'medical'
}
