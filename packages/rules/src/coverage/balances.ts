import { accumulate, type Counted, type Period } from '../claims/accumulators.ts'

export const limitKinds = ['deductible', 'out-of-pocket'] as const
export type LimitKind = (typeof limitKinds)[number]
export const networks = ['in', 'out'] as const
export type Network = (typeof networks)[number]
export const holders = ['person', 'family'] as const
export type Holder = (typeof holders)[number]

/** Embedded: a person's own limit holds within the family's; aggregate: the family's alone holds. */
export const familyRules = ['embedded', 'aggregate'] as const
export type FamilyRule = (typeof familyRules)[number]

export interface LimitName {
  readonly kind: LimitKind
  readonly network: Network
  readonly holder: Holder
}

/** A yearly amount of a plan, in whole cents. */
export interface YearLimit extends LimitName {
  readonly limitCents: number
}

/** What a plan's own file says has been used, and as of which day. */
export interface ToldUse extends LimitName {
  readonly usedCents: number
  /** `yyyy-mm-dd` */
  readonly asOf: string
}

export type FamilyRules = Readonly<Partial<Record<LimitKind, FamilyRule>>>

/**
 * How far one limit has come. `told`: as the plan's file says; `counted`: the sum of the claims that are here; null: neither is
 * known, and so is what has been used.
 */
export interface Balance extends YearLimit {
  readonly usedCents: number | null
  readonly basis: 'told' | 'counted' | null
  readonly asOf: string | null
}

/** The limits that hold for so many covered people: alone the person's, together the family's, and a person's where they are embedded. */
export function limitsThatHold<Limit extends YearLimit>(
  limits: readonly Limit[],
  { people, rules }: { readonly people: number; readonly rules: FamilyRules },
): Limit[] {
  const has = (limit: Limit, holder: Holder) =>
    limits.some((one) => one.kind === limit.kind && one.network === limit.network && one.holder === holder)
  return limits.filter((limit) => {
    const isAlone = people <= 1
    if (limit.holder === 'family') return !isAlone || !has(limit, 'person')
    return isAlone || rules[limit.kind] !== 'aggregate' || !has(limit, 'family')
  })
}

export interface PlanYearUse {
  /** Those that hold. */
  readonly limits: readonly YearLimit[]
  readonly told: readonly ToldUse[]
  readonly period: Period
  /** Claims of all on the contract that count toward this plan. Null: none has ever been loaded, so that nothing can be counted. */
  readonly claims: readonly Counted[] | null
}

/**
 * How far each limit has come for a member and their family (MP-12). What the plan's file says goes before what claims add up to.
 * Counted, no amount is above its limit, and an embedded person brings no more to the family's than their own limit.
 */
export function yearBalances(use: PlanYearUse, memberId: string): Balance[] {
  return use.limits.map((limit) => {
    const told = use.told.find((one) => isSame(one, limit))
    if (told !== undefined) return { ...limit, usedCents: told.usedCents, basis: 'told', asOf: told.asOf }
    const usedCents = countedOf(use, limit, memberId)
    return { ...limit, usedCents, basis: usedCents === null ? null : 'counted', asOf: null }
  })
}

function countedOf({ claims, limits, period }: PlanYearUse, limit: YearLimit, memberId: string): number | null {
  if (claims === null) return null
  const own = limits.find((one) => isSame(one, { ...limit, holder: 'person' }))
  const sumOf = (id: string) => {
    const used = accumulate(
      claims.filter((claim) => claim.memberId === id),
      period,
      limit.network,
    )
    const sum = limit.kind === 'deductible' ? used.deductible : used.outOfPocket
    return Math.min(sum, own?.limitCents ?? Number.POSITIVE_INFINITY)
  }
  if (limit.holder === 'person') return sumOf(memberId)
  const people = new Set(claims.map((claim) => claim.memberId))
  const sum = [...people].reduce((total, id) => total + sumOf(id), 0)
  return Math.min(sum, limit.limitCents)
}

function isSame(one: LimitName, other: LimitName): boolean {
  return one.kind === other.kind && one.network === other.network && one.holder === other.holder
}
