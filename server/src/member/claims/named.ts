import type { ClaimFactsData, NumberSystems } from '../../platform/db/tables.ts'
import { mayBeOne, type PayerSaid } from './payer.ts'

/** The facts of a stored claim that decide how it is linked to others; days are `yyyy-mm-dd`, money whole cents. */
export interface Linkable {
  readonly memberId: string
  readonly claimId: string
  readonly claimNumber: string
  readonly resourceId: string
  /** `professional`, `oral` … */
  readonly type: string
  readonly decidedOn: string | null
  readonly serviceFrom: string
  readonly serviceTo: string
  readonly providerId: string | null
  readonly providerName: string | null
  readonly billed: number | null
  readonly planPaid: number | null
  readonly share: number | null
  readonly replaces: string | null
  readonly facts: ClaimFactsData
}

/**
 * The claims that a claim means by these names; among claims with its own number, those decided before it (or after, if `isLater`).
 * Other payers, and claims for other kinds of care, have their own numbering: the same number there is another claim.
 */
export function findNamed(
  one: Linkable,
  names: readonly string[],
  known: readonly Linkable[],
  isLater: boolean,
): readonly Linkable[] {
  for (const name of names) {
    const meant = known.filter((other) => {
      if (other.resourceId === name) return mayBeOfOnePayer(one, other)
      if (other.claimId === one.claimId || !isCalled(other, name) || !mayBeOfOneKind(one, other)) return false
      if (!mayBeOfOneSystem(name, one.facts.named?.systems, other.facts.systems)) return false
      if (!isCalled(one, name)) return true
      const [before, after] = isLater ? [one, other] : [other, one]
      return (before.decidedOn ?? '') < (after.decidedOn ?? '')
    })
    const [byId] = meant.filter(({ resourceId }) => resourceId === name)
    if (byId !== undefined) return [byId]
    if (meant.length > 0) return meant
  }
  return []
}

function isCalled({ claimNumber, facts }: Linkable, name: string): boolean {
  return claimNumber === name || facts.names?.includes(name) === true
}

const medical = ['institutional', 'professional']

/** Whether two claims may have the same payer and kind of care; a hospital's claim may come again as a doctor's. */
export function mayBeOfOneKind(claim: Linkable, another: Linkable): boolean {
  const [{ type: one }, { type: other }] = [claim, another]
  if (!mayBeOfOnePayer(claim, another)) return false
  return one === other || [one, other].includes('unknown') || (medical.includes(one) && medical.includes(other))
}

/**
 * Whether a number on two claims may come from the same system (FHIR: `Identifier`); a number without a system may be any. `one` and
 * `other` are the systems that each claim knows for its numbers.
 */
export function mayBeOfOneSystem(number: string, one: NumberSystems = {}, other: NumberSystems = {}): boolean {
  // A file may use a number such as `constructor`, which every object has.
  const [some = [], others = []] = [one, other].map((known) => (Object.hasOwn(known, number) ? known[number] : []))
  return some.length === 0 || others.length === 0 || some.some((system) => others.includes(system))
}

/** Payers of a brand number their claims independently; X12 and FHIR count as two kinds of files. */
export function mayBeOfOnePayer(one: Linkable, other: Linkable): boolean {
  const isOfOneKind = isMadeOfBills(one) === isMadeOfBills(other)
  return mayBeOne(toPayer(one.facts), toPayer(other.facts), { isOfOneKind, isSameCare: isSameCare(one, other) })
}

function isSameCare(one: Linkable, other: Linkable): boolean {
  return one.serviceFrom === other.serviceFrom && (one.billed ?? other.billed) === (other.billed ?? one.billed)
}

/** The payer of a stored claim. */
export function toPayer({ payerId, payer }: ClaimFactsData): PayerSaid {
  return { id: payerId ?? null, names: payer?.names ?? [], numbers: payer?.numbers ?? [] }
}

/** Prefix of the ids of claims made from X12 bills and payments. */
export const madeOfBills = 'x12-'

function isMadeOfBills({ resourceId }: Linkable): boolean {
  return resourceId.startsWith(madeOfBills)
}
