import { hasYearlyMost, type Market, type PlanLine, toMarket } from './lines.ts'

/** A deductible or a yearly maximum from a plan's file; null: the file does not say. */
export interface PlanLimit {
  /** For a person covered alone. */
  readonly personCents: number | null
  /** For a family together. */
  readonly familyCents: number | null
  /** For each person in a family; 'shared': the family has only its joint amount. */
  readonly eachCents: number | 'shared' | null
}

/** A limit for those who are to be covered. */
export type Limit =
  | { readonly of: 'person'; readonly cents: number | null }
  /** `embedded`: no person exceeds their own amount; `aggregate`: only the family's applies. */
  | { readonly of: 'family'; readonly cents: number | null; readonly kind: 'embedded'; readonly eachCents: number }
  | { readonly of: 'family'; readonly cents: number | null; readonly kind: 'aggregate' | 'unknown' }

/** Whether one plan covers several people, with family limits; with Medicare, each person has their own plan. */
export function isFamily(market: Market, people: number): boolean {
  return market === 'under65' && people > 1
}

/**
 * The limit that applies to this many people on a plan (SH-3, SH-4). What the file omits for a family is unknown: we never substitute a
 * person's amount.
 */
export function findLimit(limit: PlanLimit, line: PlanLine, people: number): Limit {
  if (!isFamily(toMarket(line), people)) return { of: 'person', cents: limit.personCents }
  const { familyCents: cents, eachCents } = limit
  // If the family pays nothing, there is nothing to say about each person.
  if (cents === 0) return { of: 'family', cents, kind: 'unknown' }
  if (eachCents === 'shared') return { of: 'family', cents, kind: 'aggregate' }
  return eachCents === null
    ? { of: 'family', cents, kind: 'unknown' }
    : { of: 'family', cents, kind: 'embedded', eachCents }
}

/** A plan's limits from its file. */
export interface PlanLimits {
  readonly deductibleCents: number | null
  readonly deductibleFamilyCents: number | null
  readonly deductibleEachCents: number | 'shared' | null
  /** The separate drug deductible, if any; the deductible above then covers all other care. */
  readonly drugDeductibleCents?: number | undefined
  readonly drugDeductibleFamilyCents?: number | null | undefined
  readonly drugDeductibleEachCents?: number | 'shared' | null | undefined
  readonly outOfPocketCents: number | null
  readonly outOfPocketFamilyCents: number | null
  readonly outOfPocketEachCents: number | 'shared' | null
}

export function findDeductible(plan: PlanLimits, line: PlanLine, people: number): Limit {
  const { deductibleCents: personCents, deductibleFamilyCents: familyCents, deductibleEachCents: eachCents } = plan
  return findLimit({ personCents, familyCents, eachCents }, line, people)
}

/** The separate drug deductible; null: none. */
export function findDrugDeductible(plan: PlanLimits, line: PlanLine, people: number): Limit | null {
  const { drugDeductibleCents: personCents, drugDeductibleFamilyCents: familyCents = null } = plan
  const { drugDeductibleEachCents: eachCents = null } = plan
  return personCents === undefined ? null : findLimit({ personCents, familyCents, eachCents }, line, people)
}

export function findOutOfPocket(plan: PlanLimits, line: PlanLine, people: number): Limit {
  if (!hasYearlyMost(line)) return { of: 'person', cents: null }
  const { outOfPocketCents: personCents, outOfPocketFamilyCents: familyCents, outOfPocketEachCents: eachCents } = plan
  return findLimit({ personCents, familyCents, eachCents }, line, people)
}

/** A plan whose file may have been read before we stored family limits separately. */
type AnyLimits = Omit<PlanLimits, 'deductibleEachCents' | 'outOfPocketEachCents'> &
  Partial<Pick<PlanLimits, 'deductibleEachCents' | 'outOfPocketEachCents'>>

/** Picks a plan's limits alone. */
export function pickLimits(plan: AnyLimits): PlanLimits {
  const { deductibleCents, deductibleFamilyCents, deductibleEachCents = null } = plan
  const { outOfPocketCents, outOfPocketFamilyCents, outOfPocketEachCents = null } = plan
  return {
    deductibleCents,
    deductibleFamilyCents,
    deductibleEachCents,
    ...pickDrugDeductible(plan),
    outOfPocketCents,
    outOfPocketFamilyCents,
    outOfPocketEachCents,
  }
}

function pickDrugDeductible(plan: AnyLimits) {
  const { drugDeductibleCents, drugDeductibleFamilyCents = null, drugDeductibleEachCents = null } = plan
  return drugDeductibleCents === undefined
    ? {}
    : { drugDeductibleCents, drugDeductibleFamilyCents, drugDeductibleEachCents }
}
