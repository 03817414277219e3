import { accumulate, type Counted, type Period } from '../claims/accumulators.ts'

export const limitKinds = ['deductible', 'out-of-pocket'] as const
export type LimitKind = (typeof limitKinds)[number]
export const networks = ['in', 'out'] as const
export type Network = (typeof networks)[number]
export const holders = ['person', 'family'] as const
export type Holder = (typeof holders)[number]

/** Embedded: a person's own limit applies within the family's; aggregate: only the family's applies. */
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

/** How much has been used according to the plan's own file, and as of which day. */
export interface ToldUse extends LimitName {
  readonly usedCents: number
  /** `yyyy-mm-dd` */
  readonly asOf: string
}

export type FamilyRules = Readonly<Partial<Record<LimitKind, FamilyRule>>>

/**
 * How much of one limit is used. `told`: according to the plan's file; `counted`: the sum of the claims we have; null: neither is
 * known, so the amount used is not known either.
 */
export interface Balance extends YearLimit {
  readonly usedCents: number | null
  readonly basis: 'told' | 'counted' | null
  readonly asOf: string | null
}

/**
 * The limits that apply to this many covered people: to one, the person's; to several, the family's, and each person's where they
 * are embedded.
 */
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
  /** The limits that apply. */
  readonly limits: readonly YearLimit[]
  readonly told: readonly ToldUse[]
  readonly period: Period
  /** Everyone's claims on the contract that count toward this plan. Null: none was ever loaded, so nothing can be counted. */
  readonly claims: readonly Counted[] | null
}

/**
 * How much of each limit is used by a member and their family (MP-12). The plan's file takes precedence over the sum of the claims.
 * A counted amount never exceeds its limit, and with embedded limits no person adds more to the family's than their own limit.
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
