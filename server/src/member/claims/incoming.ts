import type { ClaimCategory } from '@portico/rules/claims/category'
import type { TakenBack } from '@portico/rules/claims/counter-entry'
import type { Figures } from '@portico/rules/claims/figures'
import type { Holder, LimitKind, Network } from '@portico/rules/coverage/balances'
import type { NumberSystems } from '../../platform/db/tables.ts'
import type { PayerSaid } from './payer.ts'

/** An amount of an unknown category, in the payer's own words (IM-3). */
export interface OtherAmount {
  readonly text: string
  readonly cents: number
}

/** A year's limits according to a claim, as of the day of its decision. */
export interface ReadBalance {
  readonly kind: LimitKind
  readonly network: Network
  readonly holder: Holder
  readonly limitCents: number | null
  readonly usedCents: number | null
}

/** A provider as the claim itself names it: the id of its resource, its name, or both. */
export interface PartyRef {
  readonly id: string | null
  readonly name: string | null
}

/** Why an amount was changed or a line denied, e.g. a claim adjustment reason code. */
export interface Reason {
  readonly code: string
  readonly text: string | null
}

export interface ClaimLine {
  readonly serviceDate: string | null
  readonly code: string | null
  readonly description: string | null
  readonly quantity: number | null
  readonly denied: boolean
  readonly reasons: readonly Reason[]
  readonly notes: readonly string[]
  readonly others: readonly OtherAmount[]
  readonly figures: Figures
}

/** The names of a claim in another claim's reference, the most specific first: the id of its resource, a number. */
export type ClaimNames = readonly [string, ...string[]]

/** An explanation of benefits as stored. Days are `yyyy-mm-dd`, money whole cents. */
export interface ClaimContent {
  readonly resourceId: string
  readonly patientId: string
  /** Id of the Coverage under which the claim was decided. */
  readonly coverageId: string | null
  readonly claimNumber: string
  readonly type: string
  readonly category: ClaimCategory
  readonly serviceFrom: string
  readonly serviceTo: string
  readonly receivedOn: string | null
  readonly processedOn: string | null
  readonly paidOn: string | null
  readonly provider: PartyRef
  readonly facility: PartyRef
  readonly payee: 'provider' | 'subscriber' | null
  readonly network: 'in' | 'out' | null
  readonly withdrawn: boolean
  readonly decided: boolean
  readonly denied: boolean
  /** The plan's reason for the denial is that it had already decided the same claim. */
  readonly duplicate: boolean
  /** The payer's id in its files; null: not known. */
  readonly payerId: string | null
  /** What else the files say about the payer. */
  readonly payerSaid: Pick<PayerSaid, 'names' | 'numbers'>
  /** Names of the claim in its files besides `claimNumber` and `resourceId`. */
  readonly names: readonly string[]
  /**
   * The systems of its own numbers, and of the numbers by which it names other claims; a number that is absent may belong to any
   * system.
   */
  readonly systems: NumberSystems
  readonly namedSystems: NumberSystems
  /** The claims that it replaces or takes back, and those that replace it. */
  readonly replaces: readonly ClaimNames[]
  readonly replacedBy: readonly ClaimNames[]
  /** What a reversal takes back; null for any other claim. */
  readonly takesBack: TakenBack | null
  readonly afterAppeal: boolean
  readonly reasons: readonly Reason[]
  readonly notes: readonly string[]
  readonly others: readonly OtherAmount[]
  readonly figures: Figures
  readonly lines: readonly ClaimLine[]
  /** How much of the share a spending account has paid, according to the claim; absent: it does not say. */
  readonly accountPaid?: number
  /** From a pharmacy: days of supply. */
  readonly daysSupply: number | null
  /** What it says about the year's limits. */
  readonly balances: readonly ReadBalance[]
}
