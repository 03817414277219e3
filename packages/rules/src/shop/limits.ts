import { hasYearlyMost, type Market, type PlanLine, toMarket } from './lines.ts'

/** A deductible, or the most that is paid in a year, as a plan's file has it; null: the file does not say. */
export interface PlanLimit {
  /** Of a person who is covered alone. */
  readonly personCents: number | null
  /** Of a family together. */
  readonly familyCents: number | null
  /** Of each person of a family; 'shared': a family has nothing but its own amount. */
  readonly eachCents: number | 'shared' | null
}

/** A limit for those who are to be covered. */
export type Limit =
  | { readonly of: 'person'; readonly cents: number | null }
  /** `embedded`: no person reaches more than their own amount; `aggregate`: there is only the family's. */
  | { readonly of: 'family'; readonly cents: number | null; readonly kind: 'embedded'; readonly eachCents: number }
  | { readonly of: 'family'; readonly cents: number | null; readonly kind: 'aggregate' | 'unknown' }

/** Whether several people are covered by one plan, with limits of a family; each person with Medicare has a plan of their own. */
export function isFamily(market: Market, people: number): boolean {
  return market === 'under65' && people > 1
}

/** The limit that counts for so many people on a plan (SH-3, SH-4). What the file leaves out of a family's is unknown, and never a person's. */
export function findLimit(limit: PlanLimit, line: PlanLine, people: number): Limit {
  if (!isFamily(toMarket(line), people)) return { of: 'person', cents: limit.personCents }
  const { familyCents: cents, eachCents } = limit
  // Where the family pays nothing, there is nothing to say of each person.
  if (cents === 0) return { of: 'family', cents, kind: 'unknown' }
  if (eachCents === 'shared') return { of: 'family', cents, kind: 'aggregate' }
  return eachCents === null
    ? { of: 'family', cents, kind: 'unknown' }
    : { of: 'family', cents, kind: 'embedded', eachCents }
}

/** A plan's limits as its file has them. */
export interface PlanLimits {
  readonly deductibleCents: number | null
  readonly deductibleFamilyCents: number | null
  readonly deductibleEachCents: number | 'shared' | null
  /** Of drugs, where they have one of their own; the one above is then of all other care. */
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

/** The deductible that drugs have of their own; null: they have none. */
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

/** A plan whose file may have been read before a family's limits were told apart. */
type AnyLimits = Omit<PlanLimits, 'deductibleEachCents' | 'outOfPocketEachCents'> &
  Partial<Pick<PlanLimits, 'deductibleEachCents' | 'outOfPocketEachCents'>>

/** The limits of a plan alone. */
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
