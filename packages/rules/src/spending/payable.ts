import type { ClaimCategory } from '../claims/category.ts'
import type { SpendingAccountType } from './accounts.ts'

/** Why an account may pay for a claim, or what the answer depends on. */
export const payReasons = [
  /** Medical care in the account's period. */
  'covered',
  /** Only if the child counts as the member's dependent for taxes. */
  'if-tax-dependent',
  /** The employer decides what a reimbursement account pays for. */
  'if-employer-allows',
  /** The plan denied it: only if the care is medical under the tax rules. */
  'if-medical',
] as const
type PayReason = (typeof payReasons)[number]

type NoReason =
  /** The account is only for dependent care, or only for dental and vision care. */
  'other-kind-of-care' | 'before-account' | 'after-account' | 'too-late-to-claim' | 'child-too-old' | 'closed'

export type PayAnswer =
  | { readonly answer: 'yes' | 'maybe'; readonly reason: PayReason }
  | { readonly answer: 'no'; readonly reason: NoReason }

export interface PayingAccount {
  readonly type: SpendingAccountType
  readonly open: boolean
  /** First day of the plan year; for a health savings account, the day it was opened. Null: not stated. */
  readonly beginDate: string | null
  readonly endDate: string | null
  readonly spendBy: string | null
  readonly claimBy: string | null
}

export interface PayableClaim {
  readonly category: ClaimCategory
  readonly serviceDate: string
  /** Whether the plan paid nothing because it denied the claim. */
  readonly denied: boolean
  readonly patient: 'self' | 'spouse' | 'child'
  readonly patientBirthYear: number
}

const limitedPurpose: readonly ClaimCategory[] = ['dental', 'vision']

/** Children count for health spending through the end of the year in which they turn 26 (26 U.S.C. 105(b)). */
const lastAgeHealthSpending = 26
/** From 19 on, a child is a dependent for taxes only as a student, and from 24 on hardly ever (26 U.S.C. 152(c)(3)). */
const lastAgeDependent = 18
const lastAgeStudent = 23

/**
 * Whether an account may pay the member's share of a claim: depending on the account, the kind of care, the dates and the patient
 * (MP-10). `maybe` names what it depends on, which only the member or the employer knows.
 */
export function mayBePaidFrom(account: PayingAccount, claim: PayableClaim, today: string): PayAnswer {
  const { type, beginDate, claimBy } = account
  const no = (reason: NoReason): PayAnswer => ({ answer: 'no', reason })
  const maybe = (reason: PayReason): PayAnswer => ({ answer: 'maybe', reason })
  if (!account.open) return no('closed')
  if (type === 'DCA' || (type === 'LPFSA' && !limitedPurpose.includes(claim.category))) return no('other-kind-of-care')
  if (beginDate !== null && claim.serviceDate < beginDate) return no('before-account')
  const spendBy = account.spendBy ?? account.endDate
  if (type !== 'HSA') {
    if (spendBy !== null && claim.serviceDate > spendBy) return no('after-account')
    if (claimBy !== null && today > claimBy) return no('too-late-to-claim')
  }
  const child = claim.patient === 'child' ? coversChild(type, claim) : null
  if (child === 'no') return no('child-too-old')
  // A reimbursement account often pays only for what the plan covers.
  if (claim.denied) return maybe(type === 'HRA' ? 'if-employer-allows' : 'if-medical')
  if (child === 'maybe') return maybe('if-tax-dependent')
  return type === 'HRA' ? maybe('if-employer-allows') : { answer: 'yes', reason: 'covered' }
}

function coversChild(type: SpendingAccountType, claim: PayableClaim): 'no' | 'maybe' | null {
  const age = Number(claim.serviceDate.slice(0, 4)) - claim.patientBirthYear
  if (type !== 'HSA') return age > lastAgeHealthSpending ? 'no' : null
  if (age <= lastAgeDependent) return null
  return age <= lastAgeStudent ? 'maybe' : 'no'
}

/** Orders accounts by which to use first: the one that expires soonest first, and one that never expires last. */
export function sortByUse<Account extends PayingAccount>(accounts: readonly Account[]): Account[] {
  const until = ({ type, claimBy, spendBy, endDate }: Account) =>
    type === 'HSA' ? '9999-12-31' : (spendBy ?? endDate ?? claimBy ?? '9999-12-30')
  return accounts.toSorted((a, b) => until(a).localeCompare(until(b)))
}
