import type { PayerSaid } from '../../../../member/claims/payer.ts'

/** An adjustment of a payment: its group (CO, PR, OA, PI), its reason (CARC), and how much, in whole cents. */
export interface Adjustment {
  readonly group: string
  readonly code: string
  readonly cents: number
}

/** A code of a service, as `SV101` and `SVC01` write it. */
export interface ServiceCode {
  readonly system: 'hcpcs' | 'cdt' | 'ndc' | 'revenue' | 'other'
  readonly code: string
  readonly modifiers: readonly string[]
  /** What a code that names nothing (unlisted, not classified) stands for; left out if nothing says it. */
  readonly description?: string
}

export interface PartLine {
  /** REF 6R: the provider's own number of the line. */
  readonly control: string | null
  readonly service: ServiceCode | null
  /** What was billed, where the payer has decided on another code. */
  readonly submitted: ServiceCode | null
  readonly revenue: string | null
  readonly ndc: string | null
  readonly tooth: string | null
  /** Areas of the mouth, of care that is of no single tooth. */
  readonly areas?: readonly string[]
  readonly place: string | null
  readonly billed: number | null
  readonly units: number | null
  readonly from: string | null
  readonly to: string | null
  readonly paid: number | null
  readonly allowed: number | null
  readonly adjustments: readonly Adjustment[]
  readonly remarks: readonly string[]
}

/** What a payer has decided. */
export interface Decision {
  /** CLP02: 1 to 3 paid, 4 denied, 19 to 21 passed on, 22 taken back, 23 not ours. */
  readonly status: string
  readonly billed: number | null
  readonly paid: number | null
  readonly share: number | null
  readonly adjustments: readonly Adjustment[]
  readonly remarks: readonly string[]
  /** The day of the payment. */
  readonly paidOn: string | null
  /** The payment that it is in. */
  readonly payment: string
}

export interface Coded {
  readonly system: string
  readonly code: string
}

/** Who the patient is, as far as a file says: the numbers that may be theirs or the contract's, the most telling first. */
export interface PatientSaid {
  readonly numbers: readonly string[]
  readonly firstName: string | null
  readonly lastName: string | null
  readonly birthDate: string | null
  /** Whether the first number is the patient's own rather than a subscriber's. */
  readonly isSelf: boolean
}

/** What one loop of a file says of a claim: a bill (837), a payment (835), or a bill with its decision (837 of X298 to X300). */
export interface ClaimPart {
  readonly source: 'bill' | 'payment' | 'decided-bill'
  /** The payer's own number of the claim. */
  readonly payerNumber: string | null
  /** That of the claim which this one corrects or replaces. */
  readonly formerNumber: string | null
  /** The provider's number (CLM01, CLP01). */
  readonly account: string
  readonly npi: string | null
  /** Who pays; left out if nothing says it, as in parts from before this was stored. */
  readonly payer?: PayerOfPart
  readonly firstDay: string
  readonly lastDay: string
  readonly decidedOn: string | null
  /** When its file was made. */
  readonly sentAt: string
  /** Its segment in the file. */
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
  /** CLM05-3: 1 new, 7 replaces, 8 takes back. */
  readonly frequency: string | null
  readonly billType: string | null
  readonly billed: number | null
  readonly receivedOn: string | null
  readonly provider: string | null
  readonly facility: string | null
  /** Left out if nothing says it. */
  readonly facilityNpi?: string
  readonly diagnoses: readonly Coded[]
  readonly procedures: readonly Coded[]
  readonly drg: string | null
  readonly lines: readonly PartLine[]
  /** HI BG: what is special about a hospital's bill; left out if there is nothing. */
  readonly conditions?: readonly string[]
  /** CL103: where the patient went from the hospital; left out if nothing says it. */
  readonly discharge?: string
  /** PRV: the kinds of those who gave or billed the care, by NUCC's taxonomy; left out if there are none. */
  readonly specialties?: readonly Specialty[]
  /** Who gave, led or ordered the care, of the claim or of a line, besides the provider; left out if nothing says it. */
  readonly caregivers?: readonly Caregiver[]
  /** REF G1: numbers of the approvals that it names, of the claim or of a line; left out if there are none. */
  readonly approvals?: readonly string[]
  readonly decision: Decision | null
  /** Its sender is under 42 CFR Part 2; left out otherwise. */
  readonly isRestricted?: boolean
  /** It says of itself that it is for care that law protects; left out otherwise. */
  readonly isProtected?: boolean
}

/** A payer's number as numbers are compared. */
export function plainClaimNumber(number: string): string | null {
  return number.replace(/\s/g, '').toUpperCase() || null
}
