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

/** What a claim says about the year's limits, as of the day of its decision. */
export interface ReadBalance {
  readonly kind: LimitKind
  readonly network: Network
  readonly holder: Holder
  readonly limitCents: number | null
  readonly usedCents: number | null
}

/** A provider as named by the claim itself: the id of its resource, its name, or both. */
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

/** What a claim is called where another one refers to it, the most telling name first: the id of its resource, a number. */
export type ClaimNames = readonly [string, ...string[]]

/** An explanation of benefits as stored. Days are `yyyy-mm-dd`, money whole cents. */
export interface ClaimContent {
  readonly resourceId: string
  readonly patientId: string
  /** Id of the Coverage that it was decided under. */
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
  /** The reason it gives is that the same claim was decided before. */
  readonly duplicate: boolean
  /** The payer's id in its files; null: not known. */
  readonly payerId: string | null
  /** What else they say of the payer. */
  readonly payerSaid: Pick<PayerSaid, 'names' | 'numbers'>
  /** What its files call it besides `claimNumber` and `resourceId`. */
  readonly names: readonly string[]
  /** The systems of its numbers, and of those by which it names others; a number that is not there may be of any. */
  readonly systems: NumberSystems
  readonly namedSystems: NumberSystems
  /** The claims that this one replaces or takes back, and those that replace it. */
  readonly replaces: readonly ClaimNames[]
  readonly replacedBy: readonly ClaimNames[]
  /** What a counter-entry takes back; null for any other claim. */
  readonly takesBack: TakenBack | null
  readonly afterAppeal: boolean
  readonly reasons: readonly Reason[]
  readonly notes: readonly string[]
  readonly others: readonly OtherAmount[]
  readonly figures: Figures
  readonly lines: readonly ClaimLine[]
  /** What an account for care has paid of the share, as the claim says it; left out: it says nothing. */
  readonly accountPaid?: number
  /** From a pharmacy: days of supply. */
  readonly daysSupply: number | null
  /** Its statements about the year's limits. */
  readonly balances: readonly ReadBalance[]
}
