import type { PlanKind } from './plan-kind.ts'

/** What decides the rank of a coverage; null: not known. */
interface RankedCoverage {
  readonly kind: PlanKind
  /** `yyyy-mm-dd` */
  readonly begins: string | null
  readonly ends: string | null
  /** The order in which coverages pay. */
  readonly order: number | null
}

/** A coverage, and what it says about the covered person; null: it does not say. */
export interface SayingCoverage extends RankedCoverage {
  readonly memberNumber: string | null
  readonly contractNumber: string | null
  readonly relationshipCode: string | null
}

/** Someone's place in a family: on which contract, and in what relationship. */
export interface ContractPlace {
  readonly contractNumber: string
  readonly relationshipCode: string
}

/** Someone's coverages in a plan's files. */
interface Coverages {
  /** The plan's own, not withdrawn. */
  readonly own: readonly SayingCoverage[]
  readonly withdrawn: readonly SayingCoverage[]
  /** Other insurers'. */
  readonly others: readonly SayingCoverage[]
}

const self = '18'
const dependent = '05'

/**
 * The contract that someone is on, and in what relationship (MP-14, RO-4): as the plan's own coverages in force say, else those that
 * begin later, else those that ended last, in whatever order they came. If none says, what is stored stays, with two exceptions: no one
 * stays on a contract that only other insurers name, and only the subscriber stays on one that only withdrawn coverages name. On a
 * contract whose number is not their own, someone is the subscriber only if a coverage says so.
 */
export function contractPlace(
  { own, withdrawn, others }: Coverages,
  person: { readonly memberNumber: string; readonly stored: ContractPlace },
  today: string,
): ContractPlace {
  const { memberNumber, stored } = person
  const ranked = rankCoverages(own, today)
  const deciding = ranked.filter((one) => findTime(one, today) === findTime(ranked[0] as SayingCoverage, today))
  const said = deciding.find((one) => one.contractNumber !== null)?.contractNumber ?? null
  const isNamedBy = (some: readonly SayingCoverage[]) =>
    some.some((one) => one.contractNumber === stored.contractNumber)
  const isLost =
    said === null && (own.length === 0 ? stored.relationshipCode !== self && isNamedBy(withdrawn) : isNamedBy(others))
  const contractNumber = said ?? (isLost ? memberNumber : stored.contractNumber)
  const about = [
    ...ranked.filter((one) => one.contractNumber === contractNumber),
    ...deciding.filter((one) => one.contractNumber === null),
  ]
  const relationshipCode = about.find((one) => one.relationshipCode !== null)?.relationshipCode ?? null
  // The relationship that someone had alone, or on another insurer's contract, says nothing about a new family's.
  const isNew = said !== null && said !== stored.contractNumber
  const saysNothing = isNew && (stored.contractNumber === memberNumber || isNamedBy(others))
  const unsaid = saysNothing ? relationshipUnsaid(contractNumber, memberNumber) : stored.relationshipCode
  return { contractNumber, relationshipCode: relationshipCode ?? unsaid }
}

/** The relationship that we assume on a contract if no file states one. */
export function relationshipUnsaid(contractNumber: string, memberNumber: string): string {
  return contractNumber === memberNumber ? self : dependent
}

/** The replacement for a member number that came from a withdrawn or another insurer's coverage: the number on the plan's own coverage. */
export function numberInstead(
  { own, withdrawn, others }: Coverages,
  memberNumber: string,
  today: string,
): string | null {
  const isNamedBy = (some: readonly SayingCoverage[]) => some.some((one) => one.memberNumber === memberNumber)
  if (isNamedBy(own) || !isNamedBy([...withdrawn, ...others])) return null
  return rankCoverages(own, today).find((one) => one.memberNumber !== null)?.memberNumber ?? null
}

type Time = 'now' | 'later' | 'over'
const times: readonly Time[] = ['now', 'later', 'over']

/** Whether a coverage is in force on a day, begins later or is over. */
export function findTime({ begins, ends }: Pick<RankedCoverage, 'begins' | 'ends'>, today: string): Time {
  if (ends !== null && ends < today) return 'over'
  return begins !== null && begins > today ? 'later' : 'now'
}

/** Ranks coverages: by time, then medical, then those that pay first, then those that began last. */
export function rankCoverages<One extends RankedCoverage>(coverages: readonly One[], today: string): One[] {
  const rank = (one: One) => times.indexOf(findTime(one, today))
  const lastDay = (one: One) => (findTime(one, today) === 'over' ? (one.ends ?? '') : '')
  return coverages.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      lastDay(b).localeCompare(lastDay(a)) ||
      Number(b.kind === 'medical') - Number(a.kind === 'medical') ||
      (a.order ?? 100) - (b.order ?? 100) ||
      (b.begins ?? '').localeCompare(a.begins ?? ''),
  )
}
