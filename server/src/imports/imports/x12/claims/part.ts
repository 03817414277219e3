import type { PayerSaid } from '../../../../member/claims/payer.ts'

/** An adjustment of a payment: its group code (CO, PR, OA, PI), its reason (CARC), and its amount in whole cents. */
export interface Adjustment {
  readonly group: string
  readonly code: string
  readonly cents: number
}

/** A service code, as in `SV101` and `SVC01`. */
export interface ServiceCode {
  readonly system: 'hcpcs' | 'cdt' | 'ndc' | 'revenue' | 'other'
  readonly code: string
  readonly modifiers: readonly string[]
  /** The description of a code that names nothing (unlisted, not classified); missing if there is none. */
  readonly description?: string
}

export interface PartLine {
  /** REF 6R: the provider's own number for the line. */
  readonly control: string | null
  readonly service: ServiceCode | null
  /** The billed service, if the payer has decided on another code. */
  readonly submitted: ServiceCode | null
  readonly revenue: string | null
  readonly ndc: string | null
  readonly tooth: string | null
  /** Areas of the mouth, for care that is not for a single tooth. */
  readonly areas?: readonly string[]
  readonly place: string | null
  readonly billed: number | null
  readonly units: number | null
  /** Set if the bill counts minutes, such as those of an anesthesia: they are no units, also where the payer repeats them. */
  readonly isTimed?: true
  readonly from: string | null
  readonly to: string | null
  readonly paid: number | null
  readonly allowed: number | null
  readonly adjustments: readonly Adjustment[]
  readonly remarks: readonly string[]
}

/** A payer's decision. */
export interface Decision {
  /** CLP02: 1 to 3 paid, 4 denied, 19 to 21 passed on, 22 reversed, 23 not ours. */
  readonly status: string
  readonly billed: number | null
  readonly paid: number | null
  readonly share: number | null
  readonly adjustments: readonly Adjustment[]
  readonly remarks: readonly string[]
  /** The day on which the payment was made out. */
  readonly paidOn: string | null
  /** The day on which the money is sent (BPR16), if that is another day. */
  readonly sentOn?: string
  /** The payment that contains it. */
  readonly payment: string
}

export interface Coded {
  readonly system: string
  readonly code: string
}

/** What a file says about the patient's identity: numbers that may be theirs or the contract's, the most reliable first. */
export interface PatientSaid {
  readonly numbers: readonly string[]
  readonly firstName: string | null
  readonly lastName: string | null
  readonly birthDate: string | null
  /** Whether the first number is the patient's own rather than a subscriber's. */
  readonly isSelf: boolean
}

/** What one loop of a file says about a claim: a bill (837), a payment (835), or a bill with its decision (837 of X298 to X300). */
export interface ClaimPart {
  readonly source: 'bill' | 'payment' | 'decided-bill'
  /** The payer's own number for the claim. */
  readonly payerNumber: string | null
  /** The number of the claim that this one corrects or replaces. */
  readonly formerNumber: string | null
  /** The provider's number (CLM01, CLP01). */
  readonly account: string
  readonly npi: string | null
  /** Who pays; missing if unknown, as in parts from before this was stored. */
  readonly payer?: PayerOfPart
  readonly firstDay: string
  readonly lastDay: string
  readonly decidedOn: string | null
  /** When its file was made. */
  readonly sentAt: string
  /** The number of its segment in the file. */
  readonly place: number
  readonly patient: PatientSaid
  readonly content: PartContent
}

export type PayerOfPart = Pick<PayerSaid, 'names' | 'numbers'>

export interface Specialty {
  readonly provider: string | null
  readonly code: string
}

/** Somebody who gave or ordered the care; each has a name or an NPI. */
export interface Caregiver {
  readonly name: string | null
  readonly npi: string | null
}

export interface PartContent {
  readonly type: 'professional' | 'institutional' | 'oral'
  readonly isInpatient: boolean
  /** CLM05-3: 1 new, 7 replaces, 8 voids. */
  readonly frequency: string | null
  readonly billType: string | null
  readonly billed: number | null
  readonly receivedOn: string | null
  readonly provider: string | null
  readonly facility: string | null
  /** Missing if unknown. */
  readonly facilityNpi?: string
  readonly diagnoses: readonly Coded[]
  readonly procedures: readonly Coded[]
  readonly drg: string | null
  readonly lines: readonly PartLine[]
  /** HI BG: condition codes of a hospital's bill; missing if there are none. */
  readonly conditions?: readonly string[]
  /** CL103: where the patient went from the hospital; missing if unknown. */
  readonly discharge?: string
  /** PRV: the specialties of those who gave or billed the care, by NUCC's taxonomy; missing if there are none. */
  readonly specialties?: readonly Specialty[]
  /** Who gave, led or ordered the care of the claim or of a line, besides the provider; missing if unknown. */
  readonly caregivers?: readonly Caregiver[]
  /** REF G1: approval numbers of the claim or of a line; missing if there are none. */
  readonly approvals?: readonly string[]
  /** NTE: the provider's notes about the claim or a line; missing if there are none. */
  readonly notes?: readonly string[]
  /** CLP08: the first two digits of a hospital's type of bill; missing if unknown. */
  readonly facilityCode?: string
  readonly decision: Decision | null
  /** Its sender is under 42 CFR Part 2; missing otherwise. */
  readonly isRestricted?: boolean
  /** It says that it is for care that law protects; missing otherwise. */
  readonly isProtected?: boolean
}

/** CLM05-3 of a bill that corrects (6), replaces (7) or voids (8) another one; a hospital's adjustments have letters. */
export const replacing = /^[678F-P]$/i

/** A payer's number in a comparable form. */
export function plainClaimNumber(number: string): string | null {
  return number.replace(/\s/g, '').toUpperCase() || null
}
