import type { ClaimFactsData } from '../../platform/db/tables.ts'
import { comparePayers, type PayerSaid } from './payer.ts'

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
      if (!mayBeOfOneSystem(one.facts.named?.systems?.[name], other.facts.systems?.[name])) return false
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

/** A number is one of its system (FHIR: `Identifier`); one without a system may be any. */
export function mayBeOfOneSystem(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return one.length === 0 || other.length === 0 || one.some((system) => other.includes(system))
}

/**
 * Two payers of a brand number their claims each for itself. Of one kind of file, each calls itself the same in all; X12 and FHIR may call
 * one payer by names that have nothing in common, where only other care makes it another one.
 */
export function mayBeOfOnePayer(one: Linkable, other: Linkable): boolean {
  const likeness = comparePayers(toPayer(one.facts), toPayer(other.facts))
  const isOfOneKind = isMadeOfBills(one) === isMadeOfBills(other)
  if (likeness === 'unlike') return !isOfOneKind
  if (likeness === 'stranger') return !isOfOneKind && isSameCare(one, other)
  return likeness !== 'other'
}

function isSameCare(one: Linkable, other: Linkable): boolean {
  return one.serviceFrom === other.serviceFrom && (one.billed ?? other.billed) === (other.billed ?? one.billed)
}

function toPayer({ payerId, payer }: ClaimFactsData): PayerSaid {
  return { id: payerId ?? null, names: payer?.names ?? [], numbers: payer?.numbers ?? [] }
}

/** How the ids of claims begin that are made of X12's bills and payments. */
export const madeOfBills = 'x12-'

function isMadeOfBills({ resourceId }: Linkable): boolean {
  return resourceId.startsWith(madeOfBills)
}
