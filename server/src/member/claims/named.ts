import type { ClaimFactsData, NumberSystems } from '../../platform/db/tables.ts'
import { mayBeOne, type PayerSaid } from './payer.ts'

/** What is known of a stored claim that says how it is linked to others; days are `yyyy-mm-dd`, money whole cents. */
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
 * The claims that another one means by these names; of those that have its own number, the ones decided before or after it. Other payers,
 * and those of another kind of care, number their claims for themselves: the same number is another claim there.
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

/** Whether two claims may be of one payer and about the same kind of care; a hospital's claim may come again as a doctor's. */
export function mayBeOfOneKind(claim: Linkable, another: Linkable): boolean {
  const [{ type: one }, { type: other }] = [claim, another]
  if (!mayBeOfOnePayer(claim, another)) return false
  return one === other || [one, other].includes('unknown') || (medical.includes(one) && medical.includes(other))
}

/** A number is one of its system (FHIR: `Identifier`); one without a system may be any. `one` and `other` are what two claims know of it. */
export function mayBeOfOneSystem(number: string, one: NumberSystems = {}, other: NumberSystems = {}): boolean {
  // A file may name a number like something that every object has.
  const [some = [], others = []] = [one, other].map((known) => (Object.hasOwn(known, number) ? known[number] : []))
  return some.length === 0 || others.length === 0 || some.some((system) => others.includes(system))
}

/** Two payers of a brand number their claims each for itself; X12 and FHIR are two kinds of file. */
export function mayBeOfOnePayer(one: Linkable, other: Linkable): boolean {
  const isOfOneKind = isMadeOfBills(one) === isMadeOfBills(other)
  return mayBeOne(toPayer(one.facts), toPayer(other.facts), { isOfOneKind, isSameCare: isSameCare(one, other) })
}

function isSameCare(one: Linkable, other: Linkable): boolean {
  return one.serviceFrom === other.serviceFrom && (one.billed ?? other.billed) === (other.billed ?? one.billed)
}

/** The payer as a stored claim knows it. */
export function toPayer({ payerId, payer }: ClaimFactsData): PayerSaid {
  return { id: payerId ?? null, names: payer?.names ?? [], numbers: payer?.numbers ?? [] }
}

/** How the ids of claims begin that are made of X12's bills and payments. */
export const madeOfBills = 'x12-'

function isMadeOfBills({ resourceId }: Linkable): boolean {
  return resourceId.startsWith(madeOfBills)
}
