import type { Language } from '@portico/contract/page'
import type { LeadKind } from '@portico/rules/leads/lead'
import type { BestTime } from '@portico/rules/messages/best-times'
import type { Tx } from '../../platform/db/database.ts'

/** Someone who may buy, with the details that they entered. */
export interface NewLead {
  readonly leadId: string
  readonly kind: LeadKind
  readonly brand: string
  readonly zipCode: string
  readonly county: string | null
  readonly segment: string | null
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly phone: string
  readonly language: Language
  /** The plan they looked at in the shop. */
  readonly planName: string | null
  /** When they want a call. */
  readonly call: { readonly day: string; readonly time: BestTime } | null
}

/** Turns people who may buy into work with a due date (SH-8). */
export interface LeadIntake {
  /** Stores a person once per id; returns the time by which someone must get back to them. Throws CONFLICT for an id with other details. */
  keep(tx: Tx, lead: NewLead, now: Date): Promise<Date>
}
