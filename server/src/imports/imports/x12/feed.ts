import { type FeedReason, hasThreshold } from '@portico/contract/feed-reasons'
import type { FeedThresholds } from '@portico/rules/feeds/thresholds'
import { dayMs } from '../../../platform/day.ts'
import type { FeedCountsData, FeedFinding, FeedPartData } from '../../../platform/db/tables.ts'
import { NotRun } from '../machine.ts'

/** A night's files that are not stored until somebody has looked at them (FD-7). */
export class HeldBack extends NotRun {
  constructor(feedId: string, parts: readonly FeedPartData[]) {
    super(`held back until somebody agrees: ${describe(parts)}`)
    this.name = heldBackName
    this.code = feedId
  }

  readonly code: string
}

export const heldBackName = 'HeldBack'

/** The command's files exceed the thresholds: nothing was stored. */
export class BeyondThresholds extends NotRun {
  constructor(parts: readonly FeedPartData[]) {
    super(`nothing was stored: ${describe(parts)}. If that is meant, say --release`)
    this.name = 'BeyondThresholds'
  }
}

const words: Readonly<Record<FeedReason, (limit: number) => string>> = {
  smaller: (limit) => `it lists less than ${limit} % of the members of the last one`,
  larger: (limit) => `it lists over ${limit} % more members than the last one`,
  missing: (limit) => `more than ${limit} % of the members are missing or end`,
  refused: (limit) => `more than ${limit} % are refused`,
  renamed: (limit) => `more than ${limit} % change their name or date of birth`,
  claims: (limit) => `the claims are over ${limit} % more or fewer than the last time`,
  paid: (limit) => `what is paid is over ${limit} % more or less than the last time`,
  old: (limit) => `it was made more than ${limit} days ago`,
  earlier: () => 'it was made on an earlier day than the last one',
  first: () => 'it is the first one',
  discarded: () => 'somebody has discarded the same files before',
}

function describe(parts: readonly FeedPartData[]): string {
  return parts
    .filter(({ found }) => found.length > 0)
    .map(({ sender, set, found }) => {
      const reasons = found.map(({ reason, is, limit }) =>
        hasThreshold(reason) ? `${words[reason](limit)} (${is})` : words[reason](limit),
      )
      return `${set} of ${sender}: ${reasons.join('; ')}`
    })
    .join('. ')
}

/** The number of members or claims from which a share is meaningful. */
const leastPeople = 6

/** What a sender's files are compared with: the last stored files of the same kind and for as many people as they list. */
export interface FormerPart {
  /** Whether there were any before. */
  readonly isKnown: boolean
  readonly counts: FeedCountsData | null
  /** When the night of these counts arrived. */
  readonly at: string | null
  /** When the last files were made; '' if unknown. */
  readonly moment: string
}

/** Why a sender's files of a night are held. */
export function findReasons(
  { counts, moment }: Pick<FeedPartData, 'counts' | 'moment'>,
  { former, now, thresholds }: { readonly former: FormerPart; readonly now: Date; readonly thresholds: FeedThresholds },
): FeedFinding[] {
  const { members, isFull, missing, ended, renamed, refused, claims, paidCents } = counts
  const last = former.counts
  const found: FeedFinding[] = []
  const tell = (reason: FeedReason, is: number, limit = 0) => found.push({ reason, is, limit })
  /** Shares count only from a certain number of people. */
  const tellShare = (reason: keyof FeedThresholds, some: number, of: number) => {
    const share = some * 100
    if (of >= leastPeople && share > thresholds[reason] * of) tell(reason, round(share / of), thresholds[reason])
  }
  if (isFull && last?.isFull === true && last.members >= leastPeople) {
    const share = (members * 100) / last.members
    if (share < thresholds.smaller) tell('smaller', round(share), thresholds.smaller)
    if (share - 100 > thresholds.larger) tell('larger', round(share - 100), thresholds.larger)
  }
  tellShare('missing', missing + ended, isFull ? members + missing : Math.max(members, last?.members ?? 0))
  tellShare('refused', refused, members + claims + refused)
  tellShare('renamed', renamed, members)
  if (last !== null && last.claims >= leastPeople) {
    tellShare('claims', Math.abs(claims - last.claims), last.claims)
    const paid = Math.abs(last.paidCents)
    const change = paid === 0 ? 0 : (Math.abs(paidCents - last.paidCents) * 100) / paid
    if (change > thresholds.paid) tell('paid', round(change), thresholds.paid)
  }
  const made = moment === '' ? null : Date.parse(moment.slice(0, 10))
  const days = made === null ? 0 : (now.getTime() - made) / dayMs - 1
  if (days > thresholds.old) tell('old', Math.floor(days), thresholds.old)
  if (moment.slice(0, 10) < former.moment.slice(0, 10)) tell('earlier', 0)
  if (!former.isKnown) tell('first', 0)
  return found
}

/** To a tenth, as people read a share. */
function round(value: number): number {
  return Math.round(value * 10) / 10
}
