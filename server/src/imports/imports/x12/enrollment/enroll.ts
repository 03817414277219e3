import type { Tx } from '../../../../platform/db/database.ts'
import type { EnrolledData } from '../../../../platform/db/tables.ts'
import type { Outcome } from '../../../../platform/versions/outcome.ts'
import { createHolders, type Holders } from '../../holders.ts'
import { Refused } from '../../refused.ts'
import { compareNamed } from '../../same-person.ts'
import { RefusedLoop } from '../faults.ts'
import { nameSender } from '../name-sender.ts'
import { foldName } from '../values.ts'
import { type Applied, applyLoop, endWithSubscriber, isWholeSaid } from './apply.ts'
import type { EnrollmentFile } from './read-file.ts'
import type { ReadMember } from './read-member.ts'
import {
  type Change,
  type Enrolled,
  type EnrollmentRun,
  findEnrolled,
  findOnContracts,
  isSameEnrolled,
  moveNumber,
  noteUnchanged,
  storeEnrolled,
} from './store.ts'

/** A member's loop of an 834 file. */
export interface Enrolling {
  readonly read: ReadMember
  readonly file: EnrollmentFile
}

export interface EnrollmentReports extends EnrollmentRun {
  readonly warn: (type: string, reason: string) => void
  /** The names of the holders of numbers in the file so far. */
  readonly holders?: Holders<string>
  /** The coverages that the file has named so far for each number, by id. */
  readonly named?: Holders<Set<string>>
  /** Called with the changes of loops, before they are stored. */
  readonly tellPlan?: (plan: EnrollmentPlan, loops: readonly Enrolling[]) => void
}

/** Stores members' loops in the caller's transaction, each whole or not at all (FD-1); returns the outcome of each, in order. */
export async function enroll(
  tx: Tx,
  loops: readonly Enrolling[],
  run: EnrollmentReports,
): Promise<(Outcome | Refused)[]> {
  await moveNumbers(tx, loops, run)
  const plan = await planEnrollment(tx, loops, run)
  const { known, now, changes, outcomes } = plan
  run.tellPlan?.(plan, loops)
  const taken = await storeEnrolled(tx, changes, run)
  const changed = new Set(changes.map(({ after }) => after.memberNumber))
  const same = [...now.values()].filter(
    (one) => !changed.has(one.memberNumber) && one.version > (known.get(one.memberNumber)?.version ?? ''),
  )
  await noteUnchanged(tx, run.brand, same)
  const seen = new Set<string>()
  return outcomes.map((outcome, index) => {
    if (typeof outcome === 'string' || outcome instanceof Refused) return outcome
    const { number } = outcome
    if (taken.has(number))
      return new RefusedLoop(
        loops[index]?.read.ins as ReadMember['ins'],
        0,
        'member',
        'the member number belongs to someone else',
      )
    if (!changed.has(number)) return 'unchanged'
    const isNew = !known.has(number) && !seen.has(number)
    seen.add(number)
    return isNew ? 'created' : 'updated'
  })
}

/** The changes of loops: each named member before and after, and the outcome of each loop. */
export interface EnrollmentPlan {
  readonly known: ReadonlyMap<string, Enrolled>
  readonly now: ReadonlyMap<string, Enrolled>
  readonly changes: readonly Change[]
  readonly outcomes: readonly ('unchanged' | { readonly number: string } | Refused)[]
}

/** Computes the changes of members' loops, in the order of the loops, without storing anything. */
export async function planEnrollment(
  tx: Tx,
  loops: readonly Enrolling[],
  run: EnrollmentReports,
): Promise<EnrollmentPlan> {
  const numbers = loops.flatMap(
    ({
      read: {
        numbers: { own, contract, suffix },
      },
    }) => [own ?? [], contract === null || suffix === null ? [] : contract + suffix].flat(),
  )
  const contracts = loops.flatMap(({ read }) => read.numbers.contract ?? [])
  const known = await findEnrolled(tx, run.brand, { numbers, contracts })
  // Finds the family of a subscriber whose loop does not name the contract.
  const unnamed = loops.flatMap(
    ({
      read: {
        isSubscriber,
        numbers: { own, contract },
      },
    }) => (isSubscriber && contract === null ? (known.get(own ?? '')?.contractNumber ?? []) : []),
  )
  if (unnamed.length > 0)
    for (const [number, one] of await findEnrolled(tx, run.brand, { numbers: [], contracts: unnamed }))
      known.set(number, one)
  const recognizing = loops
    .filter(({ read }) => read.numbers.own === null)
    .flatMap(({ read }) => read.numbers.contract ?? [])
  const people = Map.groupBy(await findOnContracts(tx, run.brand, recognizing), ({ contractNumber }) => contractNumber)
  const now = new Map(known)
  /** Members whose coverages their own loops have stated, with the file's reference. */
  const said = new Map<string, EnrollmentFile['reference']>()
  /** The name that a file gives to the holder of a number; of several names, the one already known. */
  const { holders = createHolders<string>(), named = createHolders<Set<string>>() } = run
  const called = findCalled(loops, known, { brand: run.brand, holders })
  const subscribers = new Map(
    [...known.values()].flatMap(({ contractNumber, person }) =>
      person.relationshipCode === '18' ? [[contractNumber, person] as const] : [],
    ),
  )
  const outcomes = loops.map(({ read, file }): EnrollmentPlan['outcomes'][number] => {
    try {
      const number = chooseNumber(read, known, people.get(read.numbers.contract ?? '') ?? [])
      const was = now.get(number)
      // An older file after a newer one has no effect.
      if (was !== undefined && file.version < was.version) return 'unchanged'
      refuseTwin(read, called, keyOfNumber(run.brand, file, number))
      const told = named.find(keyOfNumber(run.brand, file, number)) ?? new Set<string>()
      const { enrolled, applied } = enrollMember(read, file, { number, was, subscribers, told })
      now.set(number, enrolled)
      for (const id of applied.named) told.add(id)
      if (told.size > 0) named.keep(keyOfNumber(run.brand, file, number), told)
      if (read.firstName !== null) holders.keep(keyOfNumber(run.brand, file, number), foldName(read.firstName))
      if (read.coverages.some(isWholeSaid) || endsByItself(read)) said.set(number, file.reference)
      for (const warning of applied.warnings) run.warn('coverage', warning)
      if (read.isSubscriber) endFamily(now, enrolled, applied, { file, run, said, ending: read.ending })
      return { number }
    } catch (error) {
      if (error instanceof Refused) return error
      throw error
    }
  })
  const changes = [...now.values()].flatMap((after): Change[] => {
    const before = known.get(after.memberNumber) ?? null
    return before !== null && (before === after || isSameEnrolled(before, after)) ? [] : [{ after, before }]
  })
  return { known, now, changes, outcomes }
}

/** Whether a loop without coverages ends all of them. */
function endsByItself({ coverages, maintenance, eligibleTo }: ReadMember): boolean {
  return coverages.length === 0 && maintenance === '024' && eligibleTo !== null
}

/** Moves members to their new numbers before any of them is looked up. */
async function moveNumbers(tx: Tx, loops: readonly Enrolling[], run: EnrollmentReports): Promise<void> {
  for (const { read } of loops) {
    const { own, former } = read.numbers
    if (own === null || former === null || own === former) continue
    if (await moveNumber(tx, run.brand, former, { ...read, memberNumber: own }))
      run.warn('member', 'has a new member number, and keeps account and history')
  }
}

type Person = Awaited<ReturnType<typeof findOnContracts>>[number]

/** The member number of a loop: its own, else that of the matching person on the contract, else the contract's with the suffix. */
function chooseNumber(read: ReadMember, known: ReadonlyMap<string, Enrolled>, people: readonly Person[]): string {
  const { own, contract, suffix } = read.numbers
  if (own !== null) return own
  const matching = people.filter((one) => isThem(read, one))
  if (matching.length === 1 && matching[0] !== undefined) return matching[0].memberNumber
  if (matching.length > 1)
    throw new RefusedLoop(
      read.ins,
      0,
      'member',
      'may be several people on the contract: send the member number (REF 23)',
    )
  const counted = contract !== null && suffix !== null ? `${contract}${suffix}` : null
  if (counted !== null) return counted
  const isKnown = contract !== null && [...known.values()].some((one) => one.contractNumber === contract)
  throw new RefusedLoop(
    read.ins,
    0,
    'member',
    isKnown
      ? 'is not known on the contract, and has no member number (REF 23)'
      : 'has no member number (REF 23), and the contract (REF 0F) is not known; if this sender writes the number elsewhere, say so in FEED_SENDERS',
  )
}

function isThem(read: ReadMember, person: Person): boolean {
  if (read.birthDate !== null && read.birthDate !== person.birthDate) return false
  if (read.firstName !== null && foldName(read.firstName) !== foldName(person.firstName)) return false
  if (read.isSubscriber) return person.relationshipCode === '18'
  return read.firstName !== null
}

/** The member after their loop, which changes only what it states. */
function enrollMember(
  read: ReadMember,
  file: EnrollmentFile,
  {
    number,
    was,
    subscribers,
    told,
  }: {
    readonly number: string
    readonly was: Enrolled | undefined
    readonly told: ReadonlySet<string>
    /** By contract. */
    readonly subscribers: Map<string, EnrolledData>
  },
): { readonly enrolled: Enrolled; readonly applied: Applied } {
  if (was !== undefined && isSomebodyElse(read, was.person))
    throw new RefusedLoop(
      read.ins,
      0,
      'member',
      'has the member number of somebody with another first name; a correction of it says NM1 74, or 25 in INS04',
    )
  const contractNumber = read.numbers.contract ?? was?.contractNumber ?? number
  const person = toPerson(read, was?.person)
  const { relationshipCode } = person
  if (read.isSubscriber) subscribers.set(contractNumber, person)
  const applied = applyLoop(read, was?.coverages ?? new Map(), {
    memberNumber: number,
    contractNumber,
    relationshipCode,
    file: withoutOwnSponsor(file, subscribers.get(contractNumber)),
    isOfSender: was?.sender === nameSender(file.place),
    told,
  })
  const enrolled = {
    memberId: was?.memberId ?? null,
    memberNumber: number,
    contractNumber,
    version: file.version,
    person,
    coverages: applied.coverages,
    sender: nameSender(file.place),
  }
  return { enrolled, applied }
}

/** On an exchange, people who buy for themselves are the sponsor (N1 P5), by name: that name is not a group's. */
function withoutOwnSponsor(file: EnrollmentFile, subscriber: EnrolledData | undefined): EnrollmentFile {
  if (file.groupName === null || subscriber === undefined) return file
  const listNames = (text: string) => text.split(/[\s,]+/).flatMap((part) => foldName(part) || [])
  const [said, own] = [listNames(file.groupName), listNames(`${subscriber.firstName} ${subscriber.lastName}`)]
  const isNamed = own.length > 1 && own.every((name) => said.includes(name))
  const isNothingElse = said.every((name) => own.includes(name) || /^(?:.|JR|SR|I{2,3}|IV)$/.test(name))
  return isNamed && isNothingElse ? { ...file, groupName: null } : file
}

/**
 * Whether a loop is about somebody other than the number's holder: some senders give one number to a whole contract, or to twins. It is if
 * first name and date of birth differ; if first name and sex differ; or if the loop adds somebody with another first name, where a change
 * would correct the name.
 */
function isSomebodyElse(
  { firstName, birthDate, isCorrected, reason, maintenance, sex }: ReadMember,
  known: EnrolledData,
): boolean {
  if (isCorrected || reason === changedIdentity || firstName === null) return false
  if (compareNamed({ firstName, sex }, known) !== 'two') return false
  if (birthDate !== null && birthDate !== known.birthDate) return true
  const isOtherSex = sex !== null && known.sex !== null && sex !== known.sex
  return isOtherSex || maintenance === '021'
}

/** INS04: a change of identifying data. */
const changedIdentity = '25'

/** For a number that a file gives to several people, the name of the one who is known by it; by file and number. */
function findCalled(
  loops: readonly Enrolling[],
  known: ReadonlyMap<string, Enrolled>,
  { brand, holders }: { readonly brand: string; readonly holders: Holders<string> },
): Map<string, string> {
  const called = new Map<string, string>()
  for (const { read, file } of loops) {
    const { own } = read.numbers
    if (own === null || read.firstName === null) continue
    const [key, said, before] = [keyOfNumber(brand, file, own), foldName(read.firstName), known.get(own)]
    const held = holders.find(key)
    if (held !== undefined) called.set(key, held)
    else if (before !== undefined && said === foldName(before.person.firstName)) called.set(key, said)
  }
  return called
}

const keyOfNumber = (brand: string, { version, reference }: EnrollmentFile, number: string) =>
  `${brand} ${version} ${reference} ${number}`

/**
 * Refuses a file that names the holder of a number differently than before without saying that it corrects the name: it has given twins one
 * number. Throws Refused.
 */
function refuseTwin({ ins, firstName, isCorrected }: ReadMember, called: Map<string, string>, key: string): void {
  const [said, before] = [foldName(firstName ?? ''), called.get(key)]
  if (said === '') return
  if (before !== undefined && !isCorrected && !said.startsWith(before) && !before.startsWith(said))
    throw new RefusedLoop(ins, 0, 'member', 'has the member number of somebody with another first name in this file')
  called.set(key, said)
}

/** The name, completed with the known one. A person with a single name has it in NM103; here it is the first name. */
function completeName(read: ReadMember, was: EnrolledData | undefined) {
  const isOnly = read.firstName === null && read.lastName !== null && (was === undefined || was.lastName === '')
  if (isOnly) return { firstName: read.lastName ?? undefined, lastName: '' }
  return { firstName: read.firstName ?? was?.firstName, lastName: read.lastName ?? was?.lastName ?? '' }
}

function toPerson(read: ReadMember, was: EnrolledData | undefined): EnrolledData {
  const birthDate = read.birthDate ?? was?.birthDate
  const { firstName, lastName } = completeName(read, was)
  if (firstName === undefined) throw new RefusedLoop(read.ins, 0, 'member', 'is new, and has no name (NM1 IL)')
  if (birthDate === undefined) throw new RefusedLoop(read.ins, 0, 'member', 'is new, and has no birth date (DMG02)')
  const told = read.told.length > 0 ? read.told : (was?.told ?? [])
  return {
    firstName,
    lastName,
    birthDate,
    sex: read.sex ?? was?.sex ?? null,
    relationshipCode: read.relationshipCode,
    contact: read.contact ?? was?.contact ?? null,
    aside: { ...was?.aside, ...read.aside },
    // Amounts that a file does not mention stay.
    ...(told.length > 0 && { told }),
  }
}

/** Ends the coverage of dependents with the subscriber's, unless the file states otherwise for them. */
function endFamily(
  now: Map<string, Enrolled>,
  subscriber: Enrolled,
  { ended }: Applied,
  {
    file,
    run,
    said,
    ending,
  }: Pick<ReadMember, 'ending'> & {
    readonly file: EnrollmentFile
    readonly run: EnrollmentReports
    readonly said: ReadonlyMap<string, string>
  },
): void {
  if (ended.size === 0) return
  for (const one of now.values()) {
    if (one.contractNumber !== subscriber.contractNumber || one.memberNumber === subscriber.memberNumber) continue
    if (one.version > file.version || said.get(one.memberNumber) === file.reference) continue
    // A survivor may go on as the contract's subscriber.
    if (one.person.relationshipCode === '18') continue
    const coverages = endWithSubscriber(one.coverages, ended, { ending })
    // An older file about the dependent that comes again must not undo this.
    const after = { ...one, coverages, version: file.version }
    if (isSameEnrolled(after, one)) continue
    now.set(one.memberNumber, after)
    run.warn('coverage', 'of a dependent has ended with the subscriber’s')
  }
}
