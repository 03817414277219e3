/** Kinds of care that claims are sorted into. */
export const claimCategories = [
  'office',
  'hospital',
  'emergency',
  'imaging',
  'laboratory',
  'pharmacy',
  'dental',
  'vision',
  'equipment',
  'transport',
  'other',
] as const

export type ClaimCategory = (typeof claimCategories)[number]

/** What the claim itself says about the kind of care; all codes are standard codes. */
export interface ClaimCodes {
  /** Claim type: `institutional`, `professional`, `pharmacy`, `oral`, `vision`; `unknown` if the payer does not say. */
  readonly type: string
  /** CMS place-of-service codes of the lines. */
  readonly places: readonly string[]
  /** CPT, HCPCS and CDT codes of the lines. */
  readonly services: readonly string[]
  /** National uniform billing committee's revenue codes, four digits. */
  readonly revenues: readonly string[]
  /** Whether the claim is for a stay in a hospital. */
  readonly inpatient: boolean
}

/** Kind of care of a claim (MP-3): decided by its type, then by the place of care, then by what was done. */
export function claimCategory(codes: ClaimCodes): ClaimCategory {
  const { type, places, services, revenues } = codes
  if (type === 'pharmacy') return 'pharmacy'
  if (type === 'oral') return 'dental'
  if (type === 'vision') return 'vision'
  if (places.includes('23') || revenues.some((code) => code.startsWith('045'))) return 'emergency'
  if (codes.inpatient || places.includes('21')) return 'hospital'
  if (mostAre(services, /^A04\d\d$/)) return 'transport'
  if (mostAre(services, /^7\d{4}$/) || mostAre(revenues, /^03[25]|^040|^061/)) return 'imaging'
  if (mostAre(services, /^8[0-8]\d{3}$/) || mostAre(revenues, /^03[01]/) || places.includes('81')) return 'laboratory'
  if (mostAre(services, /^[EKL]\d{4}$/)) return 'equipment'
  if (type === 'institutional') return 'hospital'
  if (places.includes('11') || services.some((code) => /^99[23]\d\d$/.test(code))) return 'office'
  return 'other'
}

function mostAre(codes: readonly string[], pattern: RegExp): boolean {
  return codes.filter((code) => pattern.test(code)).length * 2 > codes.length
}
