import type { FeedCountsData } from '../../../platform/db/tables.ts'
import { Refused } from '../refused.ts'
import type { ClaimPart } from './claims/part.ts'
import type { Enrolling, EnrollmentPlan } from './enrollment/enroll.ts'
import { type EnrollmentFile, isFull, toMoment } from './enrollment/read-file.ts'
import type { Enrolled } from './enrollment/store.ts'
import type { Transaction } from './envelope.ts'
import type { Loop } from './loops.ts'
import { mendedControl } from './mendable.ts'
import { nameSender } from './name-sender.ts'
import { NumberSet } from './number-set.ts'
import type { Segment } from './segments.ts'
import { readCode, readText } from './values.ts'

/** The counts of one sender's files of one kind. */
export interface TalliedPart {
  readonly sender: string
  readonly set: '834' | '835' | '837'
  readonly moment: string
  readonly counts: FeedCountsData
}

/** The groups that a full file names: a member of any other group is not missing in it. */
export interface NamedGroups {
  readonly sender: string
  readonly groups: readonly string[]
  /** Whether it names people without a group, identified by plan or contract instead. */
  readonly hasOthers: boolean
  /** Whether it names a member. A member in a refused loop counts as named: the file says something about them. */
  readonly isNamed: (member: { readonly memberNumber: string; readonly contractNumber: string }) => boolean
  /** Only a member who was there before this day can be missing, `yyyy-mm-dd`. */
  readonly day: string
  /** The version of the file, the oldest of several; '' if it does not say when it was made. */
  readonly version: string
}

type Place = Pick<Transaction, 'set' | 'group' | 'interchange'>

/** With more groups than this, all groups count as named. */
const maxGroups = 50_000

class PartTally {
  readonly sender: string
  readonly set: TalliedPart['set']
  moment = ''
  isFull = false
  members = 0
  ended = 0
  renamed = 0
  refused = 0
  claims = 0
  paidCents = 0
  missing = 0
  readonly groups = new Set<string>()
  hasOthers = false
  version = ''
  readonly named = new NumberSet()
  /** The numbers of members and contracts in refused loops. */
  readonly refusedNumbers = new NumberSet()

  constructor(sender: string, set: TalliedPart['set']) {
    this.sender = sender
    this.set = set
  }

  get counts(): FeedCountsData {
    const { members, isFull: full, missing, ended, renamed, refused, claims, paidCents } = this
    return { members, isFull: full, missing, ended, renamed, refused, claims, paidCents }
  }
}

/** Counts a night's files, for each sender and kind. Corrected loops that are sent again are not a night of their sender. */
export class FeedTally {
  readonly #parts = new Map<string, PartTally>()

  /** Counts the changes that members' loops make. */
  readonly take = ({ changes, known, outcomes }: EnrollmentPlan, loops: readonly Enrolling[]): void => {
    const byNumber = new Map<string, PartTally>()
    for (const [index, outcome] of outcomes.entries()) {
      const loop = loops[index]
      const part = loop && this.#part(loop.file.place)
      if (loop === undefined || part === undefined) continue
      if (outcome instanceof Refused) {
        part.refused += 1
        part.refusedNumbers.add(loop.read.numbers.contract ?? '')
      } else part.members += 1
      const number = typeof outcome === 'object' && 'number' in outcome ? outcome.number : loop.read.numbers.own
      if (number === null) continue
      byNumber.set(number, part)
      if (part.isFull) this.#nameMember(part, number, loop, known.get(number))
    }
    // No loop names a dependent whose coverage ends with the subscriber's.
    const any = byNumber.values().next().value
    for (const { before, after } of changes) {
      const part = byNumber.get(after.memberNumber) ?? any
      if (before === null || part === undefined) continue
      if (isOpen(before) && !isOpen(after)) part.ended += 1
      const isRenamed = (['firstName', 'lastName', 'birthDate'] as const).some(
        (key) => before.person[key] !== after.person[key],
      )
      if (isRenamed) part.renamed += 1
    }
  }

  /** Counts a loop's content, whatever it changes. */
  note(
    read:
      | { readonly type: 'member'; readonly file: EnrollmentFile }
      | { readonly type: 'claim'; readonly part: ClaimPart },
    place: Place,
  ): void {
    const part = this.#part(place)
    if (part === undefined) return
    if (read.type === 'member') {
      if (!isFull(read.file)) return
      part.isFull = true
      if (part.version === '' || read.file.version < part.version) part.version = read.file.version
    } else {
      part.claims += 1
      part.paidCents += read.part.content.decision?.paid ?? 0
    }
  }

  /** Counts an unreadable loop. */
  refuse({ transaction, segments }: Pick<Loop, 'transaction' | 'segments'>): void {
    const part = this.#part(transaction)
    if (part === undefined) return
    part.refused += 1
    for (const number of listNumbers(segments)) part.refusedNumbers.add(number)
  }

  /** Counts the members missing in full files; `count` queries the enrolled members. */
  async countMissing(count: (named: NamedGroups) => Promise<number>): Promise<void> {
    for (const { part, named } of this.#full()) part.missing = await count(named)
  }

  /** The groups of each sender's full files. */
  listGroups(): readonly NamedGroups[] {
    return this.#full().map(({ named }) => named)
  }

  parts(): readonly TalliedPart[] {
    return [...this.#parts.values()].map(({ sender, set, moment, counts }) => ({ sender, set, moment, counts }))
  }

  #full() {
    return [...this.#parts.values()]
      .filter((part) => part.isFull)
      .map((part) => {
        const { sender, groups, hasOthers, moment, version } = part
        const isNamed: NamedGroups['isNamed'] = ({ memberNumber, contractNumber }) =>
          part.named.has(memberNumber) || [memberNumber, contractNumber].some((one) => part.refusedNumbers.has(one))
        const day = moment.slice(0, 10)
        return { part, named: { sender, groups: [...groups], hasOthers, isNamed, day, version } }
      })
  }

  #nameMember(part: PartTally, number: string, { read }: Enrolling, was: Enrolled | undefined): void {
    part.named.add(number)
    for (const loop of read.coverages) {
      const group = loop.groupNumber ?? read.groupNumber
      if (group === null) part.hasOthers = true
      else if (part.groups.size < maxGroups) part.groups.add(group)
    }
    if (read.coverages.length === 0 && read.groupNumber !== null) part.groups.add(read.groupNumber)
    // A file that leaves out the group means the known one.
    if (read.groupNumber === null)
      for (const { groupNumber } of was?.coverages.values() ?? []) if (groupNumber) part.groups.add(groupNumber)
  }

  #part(place: Place): PartTally | undefined {
    const { set } = place
    if (place.interchange.control === mendedControl || (set !== '834' && set !== '835' && set !== '837')) return
    const sender = nameSender(place)
    const known = this.#parts.get(`${set} ${sender}`)
    const part = known ?? new PartTally(sender, set)
    if (known === undefined) this.#parts.set(`${set} ${sender}`, part)
    const moment = toMoment(place.group.date, place.group.time) ?? ''
    if (moment > part.moment) part.moment = moment
    return part
  }
}

/** Possible numbers of the member and the contract in an unreadable loop: any REF but the group's, and NM109. */
function listNumbers(segments: readonly Segment[]): string[] {
  return segments.flatMap((segment) => {
    const number =
      segment.id === 'REF' && readCode(segment, 1) !== '1L'
        ? readText(segment, 2)
        : segment.id === 'NM1'
          ? readText(segment, 9)
          : ''
    return number === '' ? [] : number
  })
}

/** Whether any coverage is in force without an end. */
function isOpen({ coverages }: Enrolled): boolean {
  return [...coverages.values()].some(({ ends, cancelled }) => !cancelled && ends === null)
}

/** The sum of all parts of a night. */
export function addCounts(parts: readonly FeedCountsData[]): FeedCountsData {
  const sum = (key: Exclude<keyof FeedCountsData, 'isFull'>) => parts.reduce((all, one) => all + one[key], 0)
  return {
    members: sum('members'),
    isFull: parts.some(({ isFull: full }) => full),
    missing: sum('missing'),
    ended: sum('ended'),
    renamed: sum('renamed'),
    refused: sum('refused'),
    claims: sum('claims'),
    paidCents: sum('paidCents'),
  }
}
