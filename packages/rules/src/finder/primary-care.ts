import type { Specialty } from './specialties.ts'

/** Pediatricians see young people until they have grown up; doctors for adults begin at about this age. */
const oldestChild = 21
const youngestAdult = 16

const ofChildren: ReadonlySet<Specialty> = new Set(['pediatrics'])
const ofAdults: ReadonlySet<Specialty> = new Set(['internal-medicine', 'geriatrics'])
const ofAll: ReadonlySet<Specialty> = new Set(['family-medicine'])

export type AgeMisfit = 'for-children' | 'for-adults'

/** Why a primary doctor does not fit someone's age; null: they fit, or their specialty does not say. */
export function findAgeMisfit(specialties: readonly Specialty[], age: number): AgeMisfit | null {
  const has = (some: ReadonlySet<Specialty>) => specialties.some((one) => some.has(one))
  if (has(ofAll) || (has(ofChildren) && has(ofAdults))) return null
  if (has(ofChildren) && age > oldestChild) return 'for-children'
  return has(ofAdults) && age < youngestAdult ? 'for-adults' : null
}
