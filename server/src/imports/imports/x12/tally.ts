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

/** What one sender's files of one kind come to. */
export interface TalliedPart {
  readonly sender: string
  readonly set: '834' | '835' | '837'
  readonly moment: string
  readonly counts: FeedCountsData
}

/** Which groups a full file names: who is not of one of them is not missing in it. */
export interface NamedGroups {
  readonly sender: string
  readonly groups: readonly string[]
  /** Whether it names people without a group, whose plan or contract stands for it. */
  readonly hasOthers: boolean
  /** Whether it names them. Those of a loop that was refused are named as well: something is said of them. */
  readonly isNamed: (member: { readonly memberNumber: string; readonly contractNumber: string }) => boolean
  /** The day before which whoever is missing was there, `yyyy-mm-dd`. */
  readonly day: string
  /** The version of the file, the oldest one of several; '' if it does not say when it was made. */
  readonly version: string
}

type Place = Pick<Transaction, 'set' | 'group' | 'interchange'>

/** More groups than this are counted as all of them. */
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
  /** What loops that were refused call their members and contracts. */
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

/** Counts what a night's files come to, for each sender and kind. What was corrected and put back is no night of its sender's. */
export class FeedTally {
  readonly #parts = new Map<string, PartTally>()

  /** Counts what members' loops change. */
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
    // A dependent whose coverage ends with the subscriber's is named by no loop.
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

  /** Counts what a loop says whatever it changes. */
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

  /** Counts a loop that cannot be read. */
  refuse({ transaction, segments }: Pick<Loop, 'transaction' | 'segments'>): void {
    const part = this.#part(transaction)
    if (part === undefined) return
    part.refused += 1
    for (const number of listNumbers(segments)) part.refusedNumbers.add(number)
  }

  /** Counts who is missing in full files by a function that asks for those who are enrolled. */
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
    // A file that leaves out the group means that which is known.
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

/** What a loop that cannot be read may call its member and the contract: any REF but the group's, and NM109. */
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

/** Whether anything is in force without an end. */
function isOpen({ coverages }: Enrolled): boolean {
  return [...coverages.values()].some(({ ends, cancelled }) => !cancelled && ends === null)
}

/** All parts of a night as one. */
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
