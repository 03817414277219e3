import { MEDICARE_FROM } from './lines.ts'
import type { Reduction } from './reductions.ts'
import { findStateHelp, type StateHelp } from './state-help.ts'
import { CLIFF_PERCENT, findPovertyLine, LEAST_PERCENT } from './tax-credit.ts'
import { creditYears } from './tax-credit-years.ts'

/** Below this age people count as children for Medicaid and CHIP (42 CFR 435.118). */
const CHILD_UNDER = 19

/**
 * What helps a person with the cost of coverage. `medicaid`: Medicaid, for a child also CHIP; `basic`: a Basic Health Program;
 * `medicare`: most people of this age have it; `gap` and `high`: at this income, neither the credit nor the state helps.
 */
export const helpKinds = ['credit', 'medicaid', 'basic', 'medicare', 'gap', 'high'] as const
export type HelpKind = (typeof helpKinds)[number]

export interface HelpQuestion {
  readonly planYear: number
  readonly state: string
  /** People on the tax return. */
  readonly householdSize: number
  /** Per year. */
  readonly incomeCents: number
  readonly ages: readonly number[]
}

export interface HelpWithCosts {
  /** Income in whole percent of the poverty line, rounded down. */
  readonly percent: number
  /** For each person, in the order of `ages`. */
  readonly people: readonly HelpKind[]
  /** How marketplace silver plans improve for them; null: they do not. */
  readonly reduction: Reduction | null
}

/**
 * Who gets what under the rules: nobody who can have Medicaid, CHIP, a Basic Health Program or Medicare gets the tax credit (26 U.S.C.
 * 36B(c)(2)(B), 26 CFR 1.36B-2(c)), and reduced cost sharing is for people with the credit up to 250 percent (45 CFR 155.305(g)). Null
 * for years and states without figures. Citizenship, offers at work and tax filing matter too, but we do not ask about them here.
 */
export function findHelp(question: HelpQuestion): HelpWithCosts | null {
  const year = creditYears[question.planYear]
  const state = findStateHelp(question.state, question.planYear)
  if (year === undefined || state === null) return null
  const povertyCents = findPovertyLine(year, question)
  const isUpTo = (percent: number) => question.incomeCents * 100 <= percent * povertyCents
  const isParent = question.ages.some((age) => age < CHILD_UNDER)
  const people = question.ages.map((age): HelpKind => {
    if (age >= MEDICARE_FROM) return 'medicare'
    const program = findProgram(state, age, isParent, isUpTo)
    if (program !== null) return program
    if (question.incomeCents < (LEAST_PERCENT / 100) * povertyCents) return 'gap'
    return year.cliff && !isUpTo(CLIFF_PERCENT) ? 'high' : 'credit'
  })
  // One person who cannot have the reduction on the same plan takes it from everyone (45 CFR 155.305(g)(3)).
  const isForAll = people.length > 0 && people.every((kind) => kind === 'credit')
  const percent = Math.floor((question.incomeCents * 100) / povertyCents)
  return { percent, people, reduction: isForAll ? findReduction(isUpTo) : null }
}

function findProgram(
  state: StateHelp,
  age: number,
  isParent: boolean,
  isUpTo: (percent: number) => boolean,
): 'medicaid' | 'basic' | null {
  if (age < CHILD_UNDER) {
    const limit = age < 1 ? (state.infants ?? state.children) : state.children
    return isUpTo(limit) ? 'medicaid' : null
  }
  const limit = isParent ? Math.max(state.adults, state.parents ?? 0) : state.adults
  if (limit > 0 && isUpTo(limit)) return 'medicaid'
  return state.basic !== undefined && isUpTo(state.basic) ? 'basic' : null
}

function findReduction(isUpTo: (percent: number) => boolean): Reduction | null {
  if (isUpTo(150)) return 94
  if (isUpTo(200)) return 87
  return isUpTo(250) ? 73 : null
}
