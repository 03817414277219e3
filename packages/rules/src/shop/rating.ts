import { MAX_PEOPLE, type Metal, type PlanLine } from './lines.ts'

/** The facts about a person to be covered that a quote needs. */
export interface RatedPerson {
  /** In whole years, on the day coverage begins. */
  readonly age: number
  readonly tobacco: boolean
}

/** The oldest age accepted; rates stop increasing long before. */
export const OLDEST = 120

/** Below this age, people are rated as children, of whom at most three pay (45 CFR 147.102(c)(1)). */
const ADULT = 21
const CHARGED_CHILDREN = 3
/** Nobody younger pays more for tobacco: the law forbids selling it to them (45 CFR 147.102(a)(1)(iv)). */
export const TOBACCO_FROM = 18

/** What a plan charges for an age in one place; null: it does not say. */
export type RateOf = (age: number, tobacco: boolean) => number | null

export interface PremiumLine {
  /** The person's index among those in the quote. */
  readonly person: number
  readonly age: number
  /** `free`: a child beyond the three oldest. `unknown`: the plan has no rate for this age there. */
  readonly kind: 'charged' | 'free' | 'unknown'
  readonly cents: number | null
}

export interface Premium {
  /** Per month; null: some part of it is not known. */
  readonly cents: number | null
  readonly lines: readonly PremiumLine[]
}

/**
 * The monthly premium for a group of people: every adult's rate, plus the rates of the three oldest children under 21. Medicare plans
 * cover one person each, so everyone pays. A missing rate makes the sum unknown, never zero.
 */
export function computePremium(people: readonly RatedPerson[], line: PlanLine, findRate: RateOf): Premium {
  const free = freeChildren(people, line)
  const lines = people.slice(0, MAX_PEOPLE).map(({ age, tobacco }, person): PremiumLine => {
    if (free.has(person)) return { person, age, kind: 'free', cents: 0 }
    const cents = findRate(age, tobacco && age >= TOBACCO_FROM)
    return { person, age, kind: cents === null ? 'unknown' : 'charged', cents }
  })
  const known = lines.every(({ cents }) => cents !== null)
  const cents = known && lines.length > 0 ? lines.reduce((sum, one) => sum + (one.cents ?? 0), 0) : null
  return { cents, lines }
}

function freeChildren(people: readonly RatedPerson[], line: PlanLine): ReadonlySet<number> {
  if (line === 'medicare-advantage' || line === 'medigap' || line === 'part-d') return new Set()
  const children = people.flatMap(({ age }, person) => (age < ADULT ? [{ age, person }] : []))
  const oldestFirst = children.toSorted((a, b) => b.age - a.age || a.person - b.person)
  return new Set(oldestFirst.slice(CHARGED_CHILDREN).map(({ person }) => person))
}

/** Catastrophic plans are for people under this age (45 CFR 156.155(a)(5)); people with a hardship exemption apply at the marketplace. */
export const CATASTROPHIC_UNDER = 30

interface OfferedPlan {
  readonly metal: Metal | null
  /** Whether children cannot buy it without an adult. */
  readonly adultsOnly?: boolean | undefined
}

/** Whether a plan can be sold to everyone in the group. */
export function isForAll(people: readonly RatedPerson[], { metal, adultsOnly }: OfferedPlan): boolean {
  if (adultsOnly === true && people.every(({ age }) => age < ADULT)) return false
  return metal !== 'catastrophic' || people.every(({ age }) => age < CATASTROPHIC_UNDER)
}
