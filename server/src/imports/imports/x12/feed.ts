import type { FeedReason } from '@portico/contract/feed-reasons'
import { sql } from 'kysely'
import type { Database, Reader } from '../../../platform/db/database.ts'
import type { FeedCountsData } from '../../../platform/db/tables.ts'
import { NotRun } from '../machine.ts'
import { Refused } from '../refused.ts'
import type { ClaimPart } from './claims/part.ts'
import { type Enrolling, type EnrollmentPlan, planEnrollment } from './enrollment/enroll.ts'
import { type EnrollmentFile, isFull } from './enrollment/read-file.ts'
import type { Enrolled } from './enrollment/store.ts'
import { type FeedThresholds, usualThresholds } from './thresholds.ts'

/** A night's files that are not stored until somebody has looked at them (FD-7). */
export class HeldBack extends NotRun {
  constructor(feedId: string, reasons: readonly FeedReason[]) {
    super(`held back until somebody agrees: ${describeReasons(reasons, usualThresholds)}`)
    this.name = heldBackName
    this.code = feedId
  }

  readonly code: string
}

export const heldBackName = 'HeldBack'

/** The command's files pass the thresholds that it was given: nothing was stored. */
export class BeyondThresholds extends NotRun {
  constructor(reasons: readonly FeedReason[], thresholds: FeedThresholds) {
    super(
      `nothing was stored: ${describeReasons(reasons, thresholds)}. If that is meant, give other --thresholds, or none`,
    )
    this.name = 'BeyondThresholds'
  }
}

function describeReasons(reasons: readonly FeedReason[], { smaller, missing, refused, renamed, old }: FeedThresholds) {
  const words: Readonly<Record<FeedReason, string>> = {
    smaller: `it lists less than ${smaller} % of the members of the last one`,
    missing: `more than ${missing} % of the members are missing or end`,
    refused: `more than ${refused} % are refused`,
    renamed: `more than ${renamed} % change their name or birth day`,
    old: `it was made more than ${old} days ago`,
    first: 'it is the first one',
  }
  return reasons.map((one) => words[one]).join('; ')
}

/** From so many members on, a share says something. */
const leastPeople = 6

/** Why a night's files are held back: what they come to, beside the last ones that were stored, and when they were made. */
export function reasonsToHold(
  counts: FeedCountsData,
  {
    last,
    ageMs,
    thresholds = usualThresholds,
  }: {
    readonly last: FeedCountsData | null
    readonly ageMs: number
    readonly thresholds?: FeedThresholds
  },
): FeedReason[] {
  const { members, isFull, missing, ended, renamed, refused } = counts
  const isMore = (some: number, percent: number, of: number) => of >= leastPeople && some * 100 > percent * of
  const all = Math.max(members, last?.members ?? 0)
  const isSmaller =
    isFull && last?.isFull === true && last.members >= leastPeople && members * 100 < thresholds.smaller * last.members
  const found: readonly (readonly [FeedReason, boolean])[] = [
    ['smaller', isSmaller],
    ['missing', isMore(missing + ended, thresholds.missing, isFull ? members + missing : all)],
    ['refused', isMore(refused, thresholds.refused, members + refused)],
    ['renamed', isMore(renamed, thresholds.renamed, members)],
    ['old', ageMs > thresholds.old * 86_400_000],
    ['first', last === null && members > 0],
  ]
  return found.flatMap(([reason, is]) => (is ? reason : []))
}

/** Counts what a night's files come to. */
export class FeedTally {
  members = 0
  isFull = false
  ended = 0
  renamed = 0
  refused = 0
  claims = 0
  paidCents = 0
  #known = 0

  /** Counts what members' loops change. */
  readonly take = ({ changes, known, outcomes }: EnrollmentPlan): void => {
    for (const { before, after } of changes) {
      if (before === null) continue
      if (isOpen(before) && !isOpen(after)) this.ended += 1
      const isRenamed = (['firstName', 'lastName', 'birthDate'] as const).some(
        (key) => before.person[key] !== after.person[key],
      )
      if (isRenamed) this.renamed += 1
    }
    for (const outcome of outcomes) {
      if (outcome instanceof Refused) this.refused += 1
      else this.members += 1
      if (typeof outcome === 'object' && 'number' in outcome && known.has(outcome.number)) this.#known += 1
    }
  }

  /** Counts what a loop says whatever it changes. */
  note(
    read:
      | { readonly type: 'member'; readonly file: EnrollmentFile }
      | { readonly type: 'claim'; readonly part: ClaimPart },
  ): void {
    if (read.type === 'member') this.isFull ||= isFull(read.file)
    else {
      this.claims += 1
      this.paidCents += read.part.content.decision?.paid ?? 0
    }
  }

  /** `enrolled`: how many are enrolled until now. */
  counts(enrolled: number): FeedCountsData {
    const { members, isFull, ended, renamed, refused, claims, paidCents } = this
    const missing = isFull ? Math.max(0, enrolled - this.#known) : 0
    return { members, isFull, missing, ended, renamed, refused, claims, paidCents }
  }
}

/** Whether anything is in force without an end. */
function isOpen({ coverages }: Enrolled): boolean {
  return [...coverages.values()].some(({ ends, cancelled }) => !cancelled && ends === null)
}

/** Counts what some members' loops would change. */
export async function tallyMembers(
  database: Database,
  loops: readonly Enrolling[],
  run: { readonly brand: string; readonly runId: string; readonly now: Date; readonly tally: FeedTally },
): Promise<void> {
  const { tally, ...own } = run
  const warn = () => undefined
  tally.take(await database.transaction((tx) => planEnrollment(tx, loops, { ...own, warn })))
}

/** How many members of a brand enrollment files have brought. */
export async function countEnrolled(db: Reader, brand: string): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from x12_member where brand = ${brand}`.execute(db)
  return rows[0]?.count ?? 0
}
