import { accumulate, type Counted, type Period, plus } from '../claims/accumulators.ts'
import { isDecided } from '../claims/state.ts'

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
 * How much of one limit is used. `told`: from the plan's file; `counted`: the sum of the claims we have; null: neither is known, so the
 * amount used is not known either.
 */
export interface Balance extends YearLimit {
  readonly usedCents: number | null
  readonly basis: 'told' | 'counted' | null
  readonly asOf: string | null
}

/**
 * The limits that apply to this many covered people: to one person, the person's; to several, the family's, and each person's if
 * embedded.
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
  /** The claims of everyone on the contract that count toward this plan. Null: no claims were ever loaded, so nothing can be counted. */
  readonly claims: readonly Counted[] | null
}

/**
 * How much of each limit a member and their family have used (MP-12). The plan's file takes precedence over the sum of the claims. A
 * counted amount never exceeds its limit, and with embedded limits no person adds more to the family's than their own limit.
 */
export function yearBalances(use: PlanYearUse, memberId: string): Balance[] {
  return use.limits.map((limit) => {
    const told = use.told.find((one) => isSame(one, limit))
    if (told !== undefined) return { ...limit, usedCents: told.usedCents, basis: 'told', asOf: told.asOf }
    const usedCents = sumCounted(use, limit, memberId)
    return { ...limit, usedCents, basis: usedCents === null ? null : 'counted', asOf: null }
  })
}

export function isMet({ usedCents, limitCents }: Balance): boolean {
  return usedCents !== null && usedCents >= limitCents
}

/** Whether the family's limit of the same kind is met, so that a person has nothing left to pay toward their own, either. */
export function isMetByFamily({ kind, network, holder }: LimitName, balances: readonly Balance[]): boolean {
  const family = balances.find((one) => isSame(one, { kind, network, holder: 'family' }))
  return holder === 'person' && family !== undefined && isMet(family)
}

function sumCounted(
  { claims, limits, period }: Omit<PlanYearUse, 'told'>,
  limit: YearLimit,
  memberId: string,
): number | null {
  if (claims === null) return null
  const own = limits.find((one) => isSame(one, { ...limit, holder: 'person' }))
  const sumUsed = (id: string) => {
    const theirs = claims.filter((claim) => claim.memberId === id)
    return upTo(own?.limitCents, sumFor(limit, theirs, period))
  }
  if (limit.holder === 'person') return sumUsed(memberId)
  const people = new Set(claims.map((claim) => claim.memberId))
  return upTo(limit.limitCents, [...people].map(sumUsed).reduce(plus, 0))
}

function sumFor({ kind, network }: LimitName, claims: readonly Counted[], period: Period): number | null {
  const used = accumulate(claims, period, network)
  return kind === 'deductible' ? used.deductible : used.outOfPocket
}

function upTo(most: number | undefined, cents: number | null): number | null {
  return cents === null ? null : Math.min(cents, most ?? Number.POSITIVE_INFINITY)
}

/** How much of a limit was used before a claim was decided, and after; null: not known. */
export interface ClaimEffect extends LimitName {
  readonly beforeCents: number | null
  readonly afterCents: number | null
  /** Null: no such limit is known. */
  readonly limitCents: number | null
}

/**
 * What a claim did to each limit of its network (MP-4), counted as in `yearBalances`; for a kind without a known limit, to what the
 * person has paid. Empty for a claim that counts toward none.
 */
export function claimEffects(use: Omit<PlanYearUse, 'told'>, claim: Counted): ClaimEffect[] {
  const { claims, limits, period } = use
  if (claims === null || !isDecided(claim.state)) return []
  const network = claim.network ?? 'in'
  const order = (one: Counted) => `${one.decidedOn ?? one.serviceFrom} ${one.claimId}`
  const earlier = claims.filter((one) => order(one) < order(claim))
  return limitKinds.flatMap((kind) => {
    if (sumFor({ kind, network, holder: 'person' }, [claim], period) === 0) return []
    const held = limits.filter((limit) => limit.kind === kind && limit.network === network)
    const unlimited = { kind, network, holder: 'person', limitCents: Number.POSITIVE_INFINITY } as const
    return (held.length === 0 ? [unlimited] : held).map((limit) => ({
      kind,
      network,
      holder: limit.holder,
      beforeCents: sumCounted({ ...use, claims: earlier }, limit, claim.memberId),
      afterCents: sumCounted({ ...use, claims: [...earlier, claim] }, limit, claim.memberId),
      limitCents: limit === unlimited ? null : limit.limitCents,
    }))
  })
}

function isSame(one: LimitName, other: LimitName): boolean {
  return one.kind === other.kind && one.network === other.network && one.holder === other.holder
}
