import { type Counted, calendarYear, type Period } from '@portico/rules/claims/accumulators'
import {
  type Balance,
  type FamilyRules,
  limitKinds,
  limitsThatHold,
  networks,
  type ToldUse,
  type YearLimit,
  yearBalances,
} from '@portico/rules/coverage/balances'
import { findPlanKind, type PlanKind, planKinds } from '@portico/rules/coverage/plan-kind'
import { isoDayAfter, isoYearsAfter } from '../../platform/day.ts'
import type { Product } from '../member/contract.ts'
import { type Accumulator, type ContractProduct, limitFromFile, type Plan, useFromFile } from './store.ts'

/** Everything known about the people on a contract that counts toward yearly limits. */
export interface ContractYear {
  readonly plans: readonly Plan[]
  readonly accumulators: readonly Accumulator[]
  /** Null if no claim has ever been loaded. */
  readonly claims: readonly Counted[] | null
  /** Whom the group covers, with what and when. */
  readonly covered: readonly (CoveredDays & { readonly memberId: string; readonly kind: PlanKind })[]
}

/** The year of a product's limits and benefits. */
export interface PlanYear {
  /** Null if the plan is not loaded. */
  readonly plan: Plan | null
  readonly period: Period
  readonly familyRules: FamilyRules
  /** The limits that apply, by kind and network, the person's first. */
  readonly limits: readonly YearLimit[]
  /**
   * Whether drugs have limits of their own: what a member pays under Medicare's Part D does not count toward Part C's maximum (42 CFR
   * 422.100(f)).
   */
  readonly drugsApart: boolean
  /** The claims that count toward them; null: none can be counted. */
  readonly claims: readonly Counted[] | null
  /** How much of each limit one of the covered members has used. */
  listBalances(memberId: string): Balance[]
}

export function kindOfProduct({ benefit_plan_type: type, drug_coverage: drugs }: Product): PlanKind {
  return planKinds.find((kind) => kind === type) ?? (drugs ? 'drug' : 'medical')
}

/**
 * A product's year that contains a day, else its last. The limits in a member's own files take precedence over the plan's; a product
 * whose plan is not loaded uses the calendar year.
 */
export function buildPlanYear(product: ContractProduct, known: ContractYear, today: string): PlanYear {
  const kind = kindOfProduct(product)
  const ends = product.coverage_end_date
  const day = ends !== null && ends < today ? ends : today
  const plan = yearOn(
    known.plans.filter(({ plan_id: id }) => id === product.plan_id),
    day,
  )
  const period = plan === null ? calendarYear(Number(day.slice(0, 4))) : findYear(plan, day)
  const rows = known.accumulators.filter((row) => isAbout(row, product, kind) && isOfYear(row, period))
  const rules = plan?.family_rules ?? {}
  const covered = known.covered.filter((one) => one.kind === kind && isIn(period, one))
  const people = new Set(covered.map(({ memberId }) => memberId)).size
  const listLimits = (memberId: string) => {
    const own = rows.filter((row) => row.holder === 'family' || row.member_id === memberId)
    const said = [...own.flatMap(limitFromFile), ...product.limits, ...(plan?.limits ?? [])]
    return limitsThatHold(inOrder(said), { people, rules })
  }
  // A claim whose group is not known counts in every group.
  const drugsApart = product.is_medicare
  const isOfPlan = ({ type, groupNumber }: Counted) =>
    findPlanKind(type) === kind &&
    !(drugsApart && type === 'pharmacy') &&
    (groupNumber ?? product.group_number) === product.group_number
  const claims = kind === 'drug' ? null : (known.claims?.filter(isOfPlan) ?? null)
  return {
    plan,
    period: { begins: period.begins, ends: period.ends },
    familyRules: rules,
    limits: listLimits(product.member_id),
    drugsApart,
    claims,
    listBalances: (memberId) => {
      const told: ToldUse[] = rows
        .filter((row) => row.holder === 'family' || row.member_id === memberId)
        .flatMap(useFromFile)
      return yearBalances({ limits: listLimits(memberId), told, period, claims }, memberId)
    },
  }
}

/** The first value stated for each limit, in display order. */
function inOrder(said: readonly YearLimit[]): YearLimit[] {
  return limitKinds.flatMap((kind) =>
    networks.flatMap((network) =>
      (['person', 'family'] as const).flatMap(
        (holder) => said.find((one) => one.kind === kind && one.network === network && one.holder === holder) ?? [],
      ),
    ),
  )
}

/** The year that contains a day, else the last before it, else the first after it; years come newest first. */
function yearOn(years: readonly Plan[], day: string): Plan | null {
  const begun = years.filter(({ begins }) => begins <= day)
  return begun.find(({ ends }) => ends >= day) ?? begun[0] ?? years.at(-1) ?? null
}

/** The year of a plan that contains a day: a plan may be sold unchanged for years, and its amounts are of one. */
function findYear({ begins, ends }: Period, day: string): Period {
  const on = [day < ends ? day : ends, begins].sort()[1] as string
  const years = Number(on.slice(0, 4)) - Number(begins.slice(0, 4))
  const first = [years, years - 1].map((of) => isoYearsAfter(begins, of)).find((one) => one <= on) ?? begins
  const last = isoDayAfter(isoYearsAfter(first, 1), -1)
  return { begins: first, ends: last < ends ? last : ends }
}

/** The days on which someone is covered; null: not known. */
interface CoveredDays {
  readonly begins: string | null
  readonly ends: string | null
}

export function toCoveredDays({ coverage_begin_date: begins, coverage_end_date: ends }: Product): CoveredDays {
  return { begins, ends }
}

/** Whether someone is covered on any day of a period, as far as is known. */
export function isIn(period: CoveredDays, of: CoveredDays): boolean {
  const isNotOver = (end: string | null, begin: string | null) => end === null || begin === null || end >= begin
  return isNotOver(period.ends, of.begins) && isNotOver(of.ends, period.begins)
}

/** Whether an accumulator is for a product; one without a group applies to all of the member's groups. */
function isAbout(row: Accumulator, product: Product, kind: PlanKind): boolean {
  const isGroup =
    row.group_number === '' ||
    (row.client_number === product.client_number && row.group_number === product.group_number)
  return row.plan_kind === kind && isGroup
}

/** By the calendar year if the plan's year is one, else by the day of the care: care of June may be decided in July's new year. */
function isOfYear(
  { plan_year: year, served_on: servedOn, as_of: asOf }: Accumulator,
  { begins, ends }: Period,
): boolean {
  if (begins.slice(0, 4) === ends.slice(0, 4)) return year === Number(begins.slice(0, 4))
  const day = servedOn ?? asOf
  return day !== null && day >= begins && day <= ends
}
