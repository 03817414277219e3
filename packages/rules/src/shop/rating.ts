import { MAX_PEOPLE, type Metal, type PlanLine } from './lines.ts'

/** Someone to be covered, as a quote knows them. */
export interface RatedPerson {
  /** In whole years, on the day that coverage begins. */
  readonly age: number
  readonly tobacco: boolean
}

/** Oldest age that is taken; rates end long before. */
export const OLDEST = 120

/** Children under this age count as such, of whom so many are charged for (45 CFR 147.102(c)(1)). */
const ADULT = 21
const CHARGED_CHILDREN = 3
/** No one younger is charged more for tobacco: the law does not let them buy it (45 CFR 147.102(a)(1)(iv)). */
const TOBACCO_FROM = 18

/** What a plan charges for one age in one place; null: it does not say. */
export type RateOf = (age: number, tobacco: boolean) => number | null

export interface PremiumLine {
  /** Place among the people asked for. */
  readonly person: number
  readonly age: number
  /** `free`: a child after the three oldest. `unknown`: the plan has no rate for the age there. */
  readonly kind: 'charged' | 'free' | 'unknown'
  readonly cents: number | null
}

export interface Premium {
  /** Of a month; null where any part of it is not known. */
  readonly cents: number | null
  readonly lines: readonly PremiumLine[]
}

/**
 * The monthly premium of some people: each adult's rate, and of children under 21 the three oldest's. Plans for people with
 * Medicare cover one person each, so that everybody is charged for. A rate that does not exist leaves the sum unknown, never zero.
 */
export function premiumOf(people: readonly RatedPerson[], line: PlanLine, rateOf: RateOf): Premium {
  const free = freeChildren(people, line)
  const lines = people.slice(0, MAX_PEOPLE).map(({ age, tobacco }, person): PremiumLine => {
    if (free.has(person)) return { person, age, kind: 'free', cents: 0 }
    const cents = rateOf(age, tobacco && age >= TOBACCO_FROM)
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

/** Catastrophic plans are for people under this age (45 CFR 156.155(a)(5)); who has a hardship exemption applies at the exchange. */
const CATASTROPHIC_UNDER = 30

/** Whether a plan can be sold to all of some people. */
export function isForAll(people: readonly RatedPerson[], metal: Metal | null): boolean {
  return metal !== 'catastrophic' || people.every(({ age }) => age < CATASTROPHIC_UNDER)
}
