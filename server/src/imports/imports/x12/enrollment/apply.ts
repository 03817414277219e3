import { isNotKnown } from '@portico/rules/time/known-days'
import { isoDayAfter } from '../../../../platform/day.ts'
import { isNoBeginning } from '../../days.ts'
import type { ReadCoverage } from '../../fhir/read-person.ts'
import { RefusedLoop } from '../faults.ts'
import { type EnrollmentFile, isFull } from './read-file.ts'
import type { CoverageLoop, ReadMember } from './read-member.ts'

/** The member of a coverage, and what the file says about all members. */
export interface Covered {
  readonly memberNumber: string
  readonly contractNumber: string
  readonly relationshipCode: '18' | '01' | '05'
  readonly file: EnrollmentFile
  /** Whether the last news about them came from this file's sender. */
  readonly isOfSender: boolean
  /** The coverages that earlier loops of the file name for them, by id. */
  readonly told: ReadonlySet<string>
}

/** A coverage as 834 files have it. */
export interface EnrolledCoverage extends ReadCoverage {
  /** Set if it ended with the subscriber's coverage: when it would have ended by itself. */
  readonly withSubscriber?: { readonly ends: string | null }
  /** Set if it ended with a membership whose loop named no coverage: when it would have ended by itself. */
  readonly withMembership?: { readonly ends: string | null }
  /** For drugs, which come by prescription (PDG) and by mail (MOD) under one plan: the end of each line. */
  readonly lines?: Readonly<Record<string, string | null>>
}

/** A member's coverages from 834 files, by id. */
export type Coverages = ReadonlyMap<string, EnrolledCoverage>

export interface Applied {
  readonly coverages: Coverages
  /** The coverages that the loop names, by id. */
  readonly named: ReadonlySet<string>
  /** A subscriber's ended coverage, with which the family's ends as well: the last day, by kind. */
  readonly ended: ReadonlyMap<ReadCoverage['kind'], string>
  readonly warnings: readonly string[]
}

/** Applies an INS loop to a member's coverages (FD-1). Throws Refused, without any change, if the loop does not say enough. */
export function applyLoop(read: ReadMember, before: Coverages, covered: Covered): Applied {
  const after = new Map(before)
  const named = new Set<string>()
  const warnings: string[] = []
  const own = read.coverages.filter(({ kind }) => kind !== null)
  refuseDeletion(read)
  if (read.coverages.length === 0) applyToAll(read, after, covered)
  refuseEndlessEnd(read, own)
  const chosen = own.map((loop) => {
    const { id, isKnown } = applyCoverage(loop, read, { after, named }, covered)
    named.add(id)
    if (isEnd(loop) && !isKnown) warnings.push('that ends was not known')
    return { id, loop }
  })
  if (outlastsEligibility(read, after)) warnings.push('goes on after the last day of eligibility (DTP 357)')
  endUnnamed(read, after, { named, covered })
  // A coverage that ends does not replace another one.
  for (const { id, loop } of chosen) if (!isEnd(loop)) endFormer({ before, after }, { id, loop, named })
  if (leavesOut(read, covered, after, named)) warnings.push('stays, although a full file leaves it out')
  for (const kind of new Set(own.map((loop) => loop.kind)))
    if (overlaps([...after.values()].filter((one) => one.kind === kind && !one.cancelled)))
      warnings.push(`has several ${kind} coverages at once`)
  return { coverages: after, named, ended: listEndedKinds(read, before, after), warnings }
}

/** The coverages that a loop without any means: those of the group that it names, else all. */
function listMeant({ groupNumber }: ReadMember, after: Coverages): readonly Found[] {
  const ofGroup = [...after].filter(([, one]) => one.groupNumber === groupNumber)
  return ofGroup.length > 0 ? ofGroup : [...after]
}

/** Applies a loop without coverages. */
function applyToAll(read: ReadMember, after: Map<string, EnrolledCoverage>, covered: Covered): void {
  const { maintenance, ins, eligibleTo } = read
  const meant = listMeant(read, after)
  if (maintenance === '024') {
    if (eligibleTo === null)
      throw new RefusedLoop(
        ins,
        3,
        'maintenance type',
        'ends the coverage without a last day (DTP 357 or 349); it stays as it is',
      )
    for (const [id, one] of meant)
      if (!beginsAnew(id, one, read, covered)) after.set(id, endWithMembership(one, eligibleTo, read))
  } else if (maintenance === '025') {
    const all = meant.map(([, one]) => one)
    const inForce = all.filter(({ cancelled }) => !cancelled)
    // If no coverage was ever in force, the last cancelled one counts.
    const last = (inForce.length > 0 ? inForce : all)
      .flatMap(({ ends }) => ends ?? [])
      .sort()
      .at(-1)
    for (const [id, one] of meant)
      if (last !== undefined && one.ends === last && (!one.cancelled || inForce.length === 0))
        after.set(id, { ...asOwn(one), ends: null, cancelled: false })
  }
}

/** Whether a loop without coverages states a last day of eligibility that ends nothing: that takes an HD, or 024 in INS03. */
function outlastsEligibility({ maintenance, coverages, eligibleTo }: ReadMember, after: Coverages): boolean {
  if (maintenance === '024' || coverages.length > 0 || eligibleTo === null) return false
  return [...after.values()].some(({ ends, cancelled }) => !cancelled && (ends === null || ends > eligibleTo))
}

/** Ends a coverage with the membership, in a way that lets a later loop correct the day. */
function endWithMembership(one: EnrolledCoverage, day: string, read: ReadMember): EnrolledCoverage {
  const own = asOwn(one)
  const ended = endCoverage(own, day, read)
  return ended === own || ended.ends === own.ends ? ended : { ...ended, withMembership: { ends: own.ends } }
}

/**
 * A membership that ends on a day (INS03 024, DTP 357) may name only some of its coverages, and mean these or all: if an end was sent,
 * nothing of its groups stays in force after it.
 */
function endUnnamed(
  read: ReadMember,
  after: Map<string, EnrolledCoverage>,
  { named, covered }: { readonly named: ReadonlySet<string>; readonly covered: Covered },
): void {
  const { maintenance, eligibleTo, coverages } = read
  if (maintenance !== '024' || eligibleTo === null || coverages.length === 0) return
  const groups = listGroups(read)
  for (const [id, one] of after)
    if (
      !named.has(id) &&
      (groups.length === 0 || groups.includes(one.groupNumber)) &&
      !beginsAnew(id, one, read, covered)
    )
      after.set(id, endWithMembership(one, eligibleTo, read))
}

/** Whether an earlier loop of the same file lets a coverage begin after the membership's end: a change of plan in two loops, in any order. */
function beginsAnew(id: string, { begins }: EnrolledCoverage, { eligibleTo }: ReadMember, { told }: Covered): boolean {
  return (begins ?? '') > (eligibleTo ?? '') && told.has(id)
}

/**
 * Whether a full file leaves out a coverage in force of the groups that it names for the member. It stays: senders split full files by the
 * kind of coverage, too.
 */
function leavesOut(
  read: ReadMember,
  { file, isOfSender }: Covered,
  after: Coverages,
  named: ReadonlySet<string>,
): boolean {
  if (!isFull(file) || !isOfSender || read.coverages.length === 0) return false
  const groups = listGroups(read)
  const day = file.version.slice(0, 10)
  return [...after].some(
    ([id, { cancelled, ends, begins, groupNumber }]) =>
      !(named.has(id) || cancelled || (begins ?? '') >= day) &&
      (ends === null || ends >= day) &&
      (groups.length === 0 || groups.includes(groupNumber)),
  )
}

/** The groups that a loop names. */
function listGroups({ groupNumber, coverages }: ReadMember): readonly (string | null)[] {
  return [groupNumber, ...coverages.map((loop) => loop.groupNumber)].filter((one) => one !== null)
}

/** A coverage without the end that it has only from the subscriber's or the membership's end. */
function asOwn({ withSubscriber, withMembership, ...one }: EnrolledCoverage): EnrolledCoverage {
  const own = withMembership ?? withSubscriber
  return own === undefined ? one : { ...one, ends: own.ends, cancelled: false }
}

function isEnd({ maintenance }: CoverageLoop): boolean {
  return maintenance === '024'
}

/** INS03 cannot delete a member's whole record: each coverage must be deleted (HD01 002). Throws Refused. */
function refuseDeletion({ maintenance, ins, coverages }: ReadMember): void {
  if (maintenance !== '002' || coverages.length > 0) return
  throw new RefusedLoop(
    ins,
    3,
    'maintenance type',
    'deletes the member: delete each coverage (HD01 002), or end it (024)',
  )
}

/** If a member ends without a day while each coverage goes on, one of the two is wrong. Throws Refused. */
function refuseEndlessEnd({ maintenance, ins, eligibleTo }: ReadMember, own: readonly CoverageLoop[]): void {
  const saysEnd = (loop: CoverageLoop) => isEnd(loop) || loop.isEndSaid || loop.maintenance === '002'
  if (maintenance !== '024' || eligibleTo !== null || own.length === 0 || own.some(saysEnd)) return
  throw new RefusedLoop(
    ins,
    3,
    'maintenance type',
    'ends the membership, and no coverage has a last day (DTP 349 or 357); all stays as it is',
  )
}

/**
 * The coverage that a loop without a first day ends: the one in force on its last day. Coverages that would begin later are never in force,
 * unless the same member's loop names them.
 */
function findEnded(
  same: readonly (readonly [string, EnrolledCoverage])[],
  ends: string | null,
  named: ReadonlySet<string>,
): { readonly found: Found | undefined; readonly later: readonly Found[] } {
  const unnamed = same.filter(([id, { cancelled }]) => !cancelled && !named.has(id))
  const begins = ([, one]: Found) => one.begins ?? ''
  const goesOn = ([, one]: Found) => one.ends === null || (ends !== null && one.ends >= ends)
  const inForce = ends === null ? [] : unnamed.filter((one) => begins(one) <= ends && goesOn(one))
  const found =
    findLatest(inForce) ??
    findLatest(unnamed) ??
    findLatest(same.filter((one) => ends === null || begins(one) <= ends)) ??
    // A repeated end of a coverage that the first one has cancelled.
    same.findLast(([, one]) => one.cancelled && one.ends === ends)
  const later = found === undefined || ends === null ? [] : unnamed.filter((one) => begins(one) > ends && one !== found)
  return { found, later }
}

type Found = readonly [string, EnrolledCoverage]

/** Applies an HD loop; returns the id of its coverage. */
function applyCoverage(
  loop: CoverageLoop,
  read: ReadMember,
  { after, named }: { readonly after: Map<string, EnrolledCoverage>; readonly named: ReadonlySet<string> },
  covered: Covered,
): { readonly id: string; readonly isKnown: boolean } {
  const isEnding = isEnd(loop)
  const ends = loop.isEndSaid ? loop.ends : isEnding ? read.eligibleTo : null
  if (isEnding && ends === null && !loop.isEndSaid)
    throw new RefusedLoop(
      loop.hd,
      1,
      'maintenance type',
      'ends the coverage without a last day (DTP 349 or 357); it stays as it is',
    )
  const kind = loop.kind ?? 'medical'
  const saidGroup = loop.groupNumber ?? read.groupNumber
  // A file of changes may leave out the group that an earlier file named.
  const same = [...after].filter(
    ([, one]) => one.kind === kind && (saidGroup === null || one.groupNumber === saidGroup) && isPlan(one, loop.plan),
  )
  const firstDay = chooseFirstDay(
    loop,
    read,
    [...after.values()].filter((one) => one.kind === kind),
  )
  const ended = isEnding && loop.begins === null ? findEnded(same, ends, named) : { found: undefined, later: [] }
  const found =
    same.find(([, one]) => one.begins === loop.begins) ??
    ended.found ??
    findOtherLine(same, loop) ??
    same.find(([, one]) => one.begins === firstDay) ??
    (loop.begins === null || isEnding ? findLatest(same) : findUnbegun(same, loop.begins))
  const known = found ?? (saidGroup === null ? findLatest(same) : undefined)
  const groupNumber = saidGroup ?? known?.[1].groupNumber ?? (loop.plan || covered.contractNumber)
  const begins = (found && findKnownBegin(found[1])) ?? firstDay
  if (begins === null ? found === undefined && !loop.isBeginUnknown : isNoBeginning(begins))
    throw new RefusedLoop(loop.hd, 0, 'coverage', 'has no first day (DTP 348)')
  const id = found?.[0] ?? computeId(covered.memberNumber, kind, groupNumber, loop.plan, begins ?? '')
  // Coverage never outlasts eligibility; a last day of eligibility before the coverage's first day belongs to an earlier period.
  const isOfNow = read.maintenance === '024' || (read.eligibleTo ?? '') >= (begins ?? '')
  const eligibleTo = !isEnding && !loop.isEndSaid && isOfNow ? read.eligibleTo : null
  const kept = isWholeSaid(loop) || isEnding ? null : (found?.[1].ends ?? null)
  const isDeleted = loop.maintenance === '002' && !loop.isEndSaid
  const own = joinLines(loop, isDeleted ? undefined : (ends ?? eligibleTo ?? kept), found?.[1])
  const of = { id, kind, groupNumber, begins, before: found?.[1] }
  const coverage = { ...toCoverage(loop, covered, { ...of, ends: own.ends }), ...(own.lines && { lines: own.lines }) }
  for (const [later, one] of ended.later) after.set(later, endCoverage(one, ends ?? '', read))
  // A deleted record: the coverage was never in force.
  if (isDeleted && !own.hasOther) after.set(id, { ...coverage, ends: null, cancelled: true })
  else after.set(id, coverage.ends === null ? coverage : endCoverage(coverage, coverage.ends, read))
  return { id, isKnown: found !== undefined }
}

/** The first day; null if it is not known. Earlier versions stored placeholders. */
function findKnownBegin({ begins }: EnrolledCoverage): string | null {
  return begins === null || isNotKnown(begins) ? null : begins
}

/** The coverage in force on a day whose first day was not known until now. */
function findUnbegun(same: readonly Found[], day: string): Found | undefined {
  const goesOn = (one: EnrolledCoverage) => !one.cancelled && (one.ends === null || one.ends >= day)
  return same.find(([, one]) => goesOn(one) && findKnownBegin(one) === null)
}

/** The drug coverage of the same plan that the other line (mail or retail) began: both lines are one coverage, whenever each began. */
function findOtherLine(same: readonly Found[], { line, kind, maintenance }: CoverageLoop): Found | undefined {
  if (kind !== 'drug' || maintenance === '024') return undefined
  const hasOther = ({ lines = {} }: EnrolledCoverage) => Object.keys(lines).some((one) => one !== line)
  return same.findLast(([, one]) => !one.cancelled && one.ends === null && hasOther(one))
}

/**
 * The last day of a coverage from the last day of one of its lines; undefined: the line is deleted. The coverage goes on as long as another
 * line does.
 */
function joinLines(
  { line, kind }: CoverageLoop,
  said: string | null | undefined,
  before: EnrolledCoverage | undefined,
): { readonly ends: string | null; readonly hasOther: boolean; readonly lines?: EnrolledCoverage['lines'] } {
  if (kind !== 'drug') return { ends: said ?? null, hasOther: false }
  const others = Object.entries(before?.lines ?? {}).filter(([one]) => one !== line)
  const lines = Object.fromEntries([...others, ...(said === undefined ? [] : [[line, said] as const])])
  const ends = Object.values(lines)
  const isOtherOpen = others.some(([, end]) => end === null)
  const last = ends.includes(null)
    ? null
    : (ends
        .flatMap((end) => end ?? [])
        .sort()
        .at(-1) ?? null)
  // If one line ends, an end of the whole coverage stays.
  const whole = said !== null && isOtherOpen ? (before?.ends ?? null) : last
  return { ends: whole, hasOther: others.length > 0, lines }
}

/**
 * The first day of a coverage. After a change to another plan, that is the day of the change (DTP 303), not the day when the person was
 * first covered.
 */
function chooseFirstDay(loop: CoverageLoop, read: ReadMember, ofKind: readonly EnrolledCoverage[]): string | null {
  const changesOn = loop.changesOn ?? (loop.begins === null ? read.changesOn : null)
  const isChange =
    loop.maintenance === '001' &&
    changesOn !== null &&
    ofKind.some((one) => !one.cancelled && !isPlan(one, loop.plan) && (one.begins ?? '') < changesOn)
  if (isChange && (loop.begins ?? '') < changesOn) return changesOn
  return loop.begins ?? read.eligibleFrom
}

/** Whether a loop states the whole present coverage, so that a missing end means that there is none. */
export function isWholeSaid({ maintenance, isEndSaid }: CoverageLoop): boolean {
  return isEndSaid || ['021', '025', '030'].includes(maintenance)
}

function findLatest(some: readonly (readonly [string, EnrolledCoverage])[]) {
  return some
    .filter(([, { cancelled }]) => !cancelled)
    .toSorted(
      ([, a], [, b]) =>
        Number(a.ends !== null) - Number(b.ends !== null) || (b.begins ?? '').localeCompare(a.begins ?? ''),
    )[0]
}

/** A coverage without a plan, in the file or in the database, matches any plan. */
function isPlan({ planCode }: ReadCoverage, plan: string): boolean {
  return plan === '' || planCode === null || planCode === plan
}

/** A coverage is identified by person, kind, group, plan and first day. */
function computeId(...parts: readonly string[]): string {
  return `x12 ${parts.join(' ')}`
}

function toCoverage(
  loop: CoverageLoop,
  { memberNumber, contractNumber, relationshipCode, file }: Covered,
  {
    id,
    kind,
    groupNumber,
    begins,
    ends,
    before,
  }: {
    readonly id: string
    readonly kind: ReadCoverage['kind']
    readonly groupNumber: string
    readonly begins: string | null
    readonly ends: string | null
    readonly before: EnrolledCoverage | undefined
  },
): ReadCoverage {
  // A loop without a plan, and a file without a group, mean the known ones.
  const planName = loop.planName || before?.planName || lineNames[loop.line] || loop.line
  const groupName = file.groupName ?? before?.groupName ?? groupNumber
  const words = `${planName} ${groupName}`
  return {
    resourceId: id,
    patientId: memberNumber,
    memberNumber,
    contractNumber,
    relationshipCode,
    groupNumber,
    groupName,
    planName,
    planCode: loop.plan || (before?.planCode ?? null),
    kind,
    isMedicare: loop.line === 'AJ' || /medicare/i.test(words),
    isMedicaid: /medicaid/i.test(words) || null,
    begins,
    ends,
    cancelled: false,
    pending: false,
    payerName: file.payer.name || null,
    namesPlan: true,
    order: null,
    copays: {},
    limits: [],
  }
}

const lineNames: Readonly<Record<string, string>> = {
  HLT: 'Health',
  AJ: 'Medicare',
  DEN: 'Dental',
  VIS: 'Vision',
  PDG: 'Prescription drugs',
  MOD: 'Prescription drugs',
}

/** A coverage that ends on or before its first day was never in force, unless the exchange says that it ended. */
function endCoverage(one: EnrolledCoverage, day: string, { ending }: Pick<ReadMember, 'ending'>): EnrolledCoverage {
  if (one.cancelled) return one
  const ends = one.ends !== null && one.ends < day ? one.ends : day
  const isNever = ending !== 'term' && one.begins !== null && ends <= one.begins
  if (ending === 'cancel' || isNever || (one.begins !== null && ends < one.begins))
    return { ...one, ends, cancelled: true }
  return { ...one, ends }
}

/**
 * A change to another plan ends the former one of the same kind on the day before, if the file does not. Two coverages that were in force
 * side by side stay so: a loop that names one of them does not change the other.
 */
function endFormer(
  { before, after }: { readonly before: Coverages; readonly after: Map<string, EnrolledCoverage> },
  { id, loop, named }: { readonly id: string; readonly loop: CoverageLoop; readonly named: ReadonlySet<string> },
): void {
  const [was, now] = [before.get(id), after.get(id)]
  if (now === undefined || now.cancelled || now.begins === null) return
  for (const [other, one] of after) {
    const isOpen = !one.cancelled && (one.ends === null || one.ends >= now.begins)
    const began = one.begins ?? ''
    const isBeside = was !== undefined && !was.cancelled && overlaps([was, before.get(other) ?? one])
    if (named.has(other) || one.kind !== now.kind || !isOpen || isBeside) continue
    const isSame = one.groupNumber === now.groupNumber && one.planCode === now.planCode
    // Replaces a wrong record's first day with a later one.
    if (isSame && loop.maintenance === '026') {
      after.set(other, { ...one, cancelled: true })
      continue
    }
    if (began > now.begins) {
      // Replaces the first day of the same coverage with an earlier one.
      if (isSame && (now.ends === null || now.ends >= began)) after.set(other, { ...one, cancelled: true })
      continue
    }
    const ends = isoDayAfter(now.begins, -1)
    const { withSubscriber: _, withMembership: __, ...former } = one
    after.set(other, { ...former, ends, cancelled: ends < began || began === now.begins })
  }
}

function overlaps(some: readonly ReadCoverage[]): boolean {
  const sorted = some.toSorted((a, b) => (a.begins ?? '').localeCompare(b.begins ?? ''))
  return sorted.some((one, at) => {
    const next = sorted[at + 1]
    return next !== undefined && (one.ends === null || one.ends >= (next.begins ?? ''))
  })
}

const allKinds = ['medical', 'dental', 'vision', 'drug'] as const

/** The kinds with nothing in force after a day although something was; all kinds if the membership itself ends. */
function listEndedKinds(
  { maintenance, coverages, eligibleTo }: ReadMember,
  before: Coverages,
  after: Coverages,
): Map<ReadCoverage['kind'], string> {
  const hasEnded = ({ cancelled, ends }: EnrolledCoverage) =>
    cancelled || (ends !== null && eligibleTo !== null && ends <= eligibleTo)
  const isWhole =
    maintenance === '024' && coverages.length === 0 && eligibleTo !== null && [...after.values()].every(hasEnded)
  const ended = new Map<ReadCoverage['kind'], string>(isWhole ? allKinds.map((kind) => [kind, eligibleTo]) : [])
  const kinds = new Set([...after.values()].map(({ kind }) => kind))
  for (const kind of kinds) {
    const findLastDay = (some: Coverages) =>
      lastDay([...some.values()].filter((one) => one.kind === kind && !one.cancelled))
    const [was, is] = [findLastDay(before), findLastDay(after)]
    if (is !== null && is !== 'none' && is !== was) ended.set(kind, is)
    // A coverage that was never in force ends on the day that its end names; a deleted record names none.
    const day = is === 'none' && was !== 'none' ? lastDay([...after.values()].filter((one) => one.kind === kind)) : null
    if (day !== null) ended.set(kind, day)
  }
  return ended
}

/** The last day of coverages; null if one has no end, `none` if there are none. */
function lastDay(some: readonly ReadCoverage[]): string | null {
  if (some.length === 0) return 'none'
  if (some.some(({ ends }) => ends === null)) return null
  return (
    some
      .flatMap(({ ends }) => ends ?? [])
      .sort()
      .at(-1) ?? null
  )
}

/** Ends a dependent's coverages with the subscriber's. */
export function endWithSubscriber(
  before: Coverages,
  ended: Applied['ended'],
  { ending }: Pick<ReadMember, 'ending'>,
): Coverages {
  const after = new Map(before)
  for (const [id, one] of before) {
    const day = ended.get(one.kind)
    // A coverage that ended with the subscriber's follows a correction of that last day.
    const { withSubscriber, ...now } = one
    const own = withSubscriber === undefined ? one : { ...now, ends: withSubscriber.ends, cancelled: false }
    if (day === undefined || own.cancelled) continue
    if (own.ends !== null && own.ends <= day) after.set(id, own)
    else after.set(id, { ...endCoverage(own, day, { ending }), withSubscriber: { ends: own.ends } })
  }
  return after
}

/** What a full file names: a member whom it should name and does not is missing. */
export interface NamedInFull {
  readonly groups: ReadonlySet<string>
  /** Whether it names people without a group, identified by plan or contract instead. */
  readonly hasOthers: boolean
  /** The day when it was made, `yyyy-mm-dd`. */
  readonly day: string
}

/**
 * Ends the coverages of a member whom a full file no longer names: those of its groups end on the day before it. Coverages that have not
 * begun stay.
 */
export function endAbsent(
  { coverages, contractNumber }: { readonly coverages: Coverages; readonly contractNumber: string },
  { groups, hasOthers, day }: NamedInFull,
): Coverages {
  const after = new Map(coverages)
  for (const [id, one] of coverages) {
    const stands = one.groupNumber === (one.planCode ?? '') || one.groupNumber === contractNumber
    const isNamed = groups.has(one.groupNumber ?? '') || (hasOthers && stands)
    const isInForce = !one.cancelled && (one.begins ?? '') < day && (one.ends === null || one.ends >= day)
    if (isNamed && isInForce) after.set(id, endCoverage(one, isoDayAfter(day, -1), { ending: 'term' }))
  }
  return after
}
