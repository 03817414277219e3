import { relationshipUnsaid } from '@portico/rules/coverage/contract'
import { groupBalances, listNamedGroups } from '../../member/coverage/importing.ts'
import {
  addMembers,
  importMember,
  importOtherInsurance,
  type NamedMember,
  renumber,
} from '../../member/member/importing.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { computeMemberNumber, isOlder } from '../../platform/versions/content.ts'
import type { Outcome } from '../../platform/versions/outcome.ts'
import { type CoverageOf, findCoverage, groupClaims, upsertCoverage } from './coverage-store.ts'
import { deriveCoverages } from './derived.ts'
import { chooseNumbers, type NumberOfFile } from './fhir/member-numbers.ts'
import type { ReadCoverage } from './fhir/read-person.ts'
import { isSamePerson, type LinkedPeople } from './linked-people.ts'
import type { Warn } from './machine.ts'
import { hasNumberForm, warnOfNumber } from './number-forms.ts'
import { findSharing } from './number-store.ts'
import {
  findPatients,
  type IncomingResource,
  type KnownPatient,
  listWithoutMember,
  type StoredPatient,
  updatePatients,
} from './people-store.ts'
import { Refused, UnknownPatient } from './refused.ts'
import { isOnAnothersContract } from './reused-contracts.ts'
import { chooseByCoverages } from './several-numbers.ts'
import { isHeldByAnother, otherOfTheDay } from './twins.ts'

export interface MemberRun {
  readonly brand: string
  readonly runId: string
  readonly now: Date
  /** Assigns a member number to people whose files have none. */
  readonly assignNumbers: boolean
  readonly warn: Warn
  /** Which people of the files are the same; missing if files have no such links. */
  readonly links?: LinkedPeople
}

/**
 * Stores a coverage with its member, who is created once their number is known, and the member's groups. Also returns the member if it has
 * changed. Throws Refused.
 */
export async function importCoverage(
  tx: Tx,
  { read, version, hash }: IncomingResource<ReadCoverage>,
  run: MemberRun,
): Promise<{ readonly outcome: Outcome; readonly changed: CoverageOf | null }> {
  const patients = await findPatients(tx, run.brand, [read.patientId])
  const patient = patients.get(read.patientId)
  if (patient === undefined) throw new UnknownPatient('beneficiary.reference', read.patientId)
  const isThere = patient.memberId !== null && patient.contractNumber === read.contractNumber
  if (!isThere && (await isOnAnothersContract(tx, run.brand, read, easternDay(run.now))))
    throw new Refused('subscriberId', 'is the contract of another family: give this one a number of its own')
  const memberId =
    patient.memberId ?? (await resolveMember(tx, asCovered(await withOwnNumber(tx, patient, run), read, run), run))
  const stored = await findCoverage(tx, { memberId, coverageId: read.resourceId })
  if (stored !== undefined && (stored.hash.equals(hash) || isOlder(version, stored.version)))
    return { outcome: 'unchanged', changed: null }
  if (patient.memberNumber === null) warnOfNumber(run.warn, run.brand, read.memberNumber)
  await keepCoverage(tx, memberId, { read, version, hash }, { ...run, numbered: patient.memberNumber !== null })
  const changed = { memberId, coverageId: read.resourceId }
  return { outcome: stored === undefined ? 'created' : 'updated', changed }
}

/**
 * Stores a coverage as its file has it, and derives the member's present data from all their coverages. `numbered`: the member's number is
 * their own, not taken from a coverage.
 */
export async function keepCoverage(
  tx: Tx,
  memberId: string,
  incoming: IncomingResource<ReadCoverage>,
  { brand, runId, now, numbered }: Pick<MemberRun, 'brand' | 'runId' | 'now'> & { readonly numbered: boolean },
): Promise<void> {
  await upsertCoverage(tx, memberId, incoming, runId)
  const others = await deriveCoverages(tx, [{ memberId, numbered }], { brand, today: easternDay(now) })
  await importOtherInsurance(tx, memberId, others.get(memberId) ?? [], runId)
}

/** Assigns claims, and their data about yearly limits, to the groups of their coverages, if they arrived before these. */
export async function settleGroups(tx: Tx, coverages: readonly CoverageOf[]): Promise<void> {
  if (coverages.length === 0) return
  const groups = await listNamedGroups(tx, coverages)
  await groupClaims(tx, groups)
  await groupBalances(tx, groups)
}

/** A person who becomes a member with their first coverage. A withdrawn coverage brings nobody but the subscriber onto its contract. */
function asCovered(patient: StoredPatient, read: ReadCoverage, { brand, now }: MemberRun): StoredPatient {
  const { contractNumber, relationshipCode } = read
  const today = easternDay(now)
  const all = (patient.numbers ?? []) as readonly NumberOfFile[]
  const { current } = chooseNumbers(all, today, (number) => hasNumberForm(brand, number))
  const ofSeveral = current.includes(patient.memberNumber ?? '')
    ? chooseByCoverages(current, read.cancelled ? [] : [read], today)
    : null
  return {
    ...patient,
    memberNumber: ofSeveral ?? patient.memberNumber ?? read.memberNumber ?? patient.formerNumber,
    contractNumber: read.cancelled && relationshipCode !== '18' ? null : (contractNumber ?? patient.contractNumber),
    relationshipCode,
  }
}

/** Creates members for the next people whose number is known by now or is assigned; returns where to continue, or null at the end. */
export async function importRemaining(
  tx: Tx,
  run: MemberRun,
  { after, size }: { readonly after: string; readonly size: number },
): Promise<string | null> {
  const patients = await listWithoutMember(tx, run.brand, after, size)
  for (const patient of await addNew(tx, patients, run)) {
    await resolveMember(tx, patient, run).catch((error: unknown) => {
      // Each of their claims reports this; nothing about them is imported.
      if (!(error instanceof Refused)) throw error
    })
  }
  return patients.length < size ? null : (patients.at(-1)?.patientId ?? null)
}

/** Creates members at once for all people whose number is free; returns the others who have or get a number. */
async function addNew(tx: Tx, patients: readonly StoredPatient[], run: MemberRun): Promise<StoredPatient[]> {
  const sharing = await findSharing(
    tx,
    run.brand,
    patients.map(({ patientId }) => patientId),
  )
  const isLinked = (id: string) =>
    (run.links?.findSuccessors(id).length ?? 0) + (run.links?.findPredecessors(id).length ?? 0) > 0
  const free = patients
    .map((patient) => ({ ...patient, memberNumber: patient.memberNumber ?? patient.formerNumber }))
    .map((patient) => (sharing.has(patient.patientId) ? onSharedNumber(patient) : patient))
    .filter(({ memberNumber, patientId }) => memberNumber !== null || run.assignNumbers || isLinked(patientId))
  const named = free
    .filter(({ patientId }) => !isLinked(patientId))
    .map((patient) => ({ patient, person: asMember(patient, run.brand, 0) }))
  const added = new Map(
    await addMembers(
      tx,
      named.map(({ person }) => person),
    ),
  )
  const known: KnownPatient[] = []
  const others: StoredPatient[] = free.filter(({ patientId }) => isLinked(patientId))
  for (const { patient, person } of named) {
    const { memberNumber, contractNumber, relationshipCode } = person
    const memberId = added.get(memberNumber)
    // Of several people with the same number, the first was created.
    added.delete(memberNumber)
    if (memberId === undefined) others.push(patient)
    else known.push({ patientId: patient.patientId, memberId, contractNumber, relationshipCode })
  }
  await updatePatients(tx, run.brand, known)
  return others
}

/**
 * The first holder keeps the number: claims, payments and accounts name people by number alone, so that nothing could tell the two apart.
 */
const ofSomebodyElse =
  'the member number belongs to someone else of another name and date of birth: give whoever is new a number of their own'

/** A longer chain of Patients for one person is circular. */
const mostLinked = 5

/**
 * The member of another Patient that links declare to be the same person: the Patient that replaces this one, or else one that it replaces,
 * which then gets its number. Null: none is known.
 */
async function findLinkedMember(tx: Tx, patient: StoredPatient, run: MemberRun, steps: number): Promise<string | null> {
  const { links, brand } = run
  if (links === undefined || steps >= mostLinked) return null
  const findSame = async (ids: readonly string[]) =>
    ids.length === 0
      ? []
      : [...(await findPatients(tx, brand, ids)).values()].filter((one) => isSamePerson(patient, one))
  for (const successor of await findSame(links.findSuccessors(patient.patientId)))
    return resolveMember(tx, successor, run, steps + 1)
  for (const { memberId } of await findSame(links.findPredecessors(patient.patientId))) {
    if (memberId === null) continue
    if (patient.memberNumber !== null && !(await renumber(tx, memberId, patient.memberNumber)))
      throw new Refused('identifier', ofSomebodyElse)
    return memberId
  }
  return null
}

/** The member for a person of a file. Throws Refused for a person without a number, or with someone else's. */
async function resolveMember(tx: Tx, patient: StoredPatient, run: MemberRun, steps = 0): Promise<string> {
  if (patient.memberId !== null) return patient.memberId
  const { brand } = run
  const linked = await findLinkedMember(tx, patient, run, steps)
  if (linked !== null) {
    const { contractNumber, relationshipCode } = asMember(patient, brand, 0)
    await updatePatients(tx, brand, [
      { patientId: patient.patientId, memberId: linked, contractNumber, relationshipCode },
    ])
    return linked
  }
  for (let attempt = 0; attempt < 10; attempt++) {
    const isGiven = patient.memberNumber === null
    if (isGiven && !run.assignNumbers) break
    const person = asMember(patient, brand, attempt)
    const { memberNumber, contractNumber, relationshipCode } = person
    if (await isHeldByAnother(tx, run, { patientId: patient.patientId, memberNumber }))
      throw new Refused('identifier', `the member number ${otherOfTheDay}`)
    const memberId = await importMember(tx, person)
    if (memberId !== null) {
      await updatePatients(tx, brand, [{ patientId: patient.patientId, memberId, contractNumber, relationshipCode }])
      return memberId
    }
    if (!isGiven) throw new Refused('identifier', ofSomebodyElse)
  }
  throw new Refused(
    'identifier',
    `Patient/${patient.patientId} has no member number; --assign-numbers gives test people one`,
  )
}

/** If a family shares the member number, the person's own number is the member number, and the shared one is the contract's. */
function onSharedNumber(patient: StoredPatient): StoredPatient {
  const { memberNumber, uniqueNumber, contractNumber } = patient
  return { ...patient, memberNumber: uniqueNumber, contractNumber: contractNumber ?? memberNumber }
}

async function withOwnNumber(tx: Tx, patient: StoredPatient, { brand }: MemberRun): Promise<StoredPatient> {
  return (await findSharing(tx, brand, [patient.patientId])).has(patient.patientId) ? onSharedNumber(patient) : patient
}

/** A person as a member. A person without a number is assigned one; `attempt` counts up if it is taken. */
function asMember(patient: StoredPatient, brand: string, attempt: number): NamedMember {
  const memberNumber = patient.memberNumber ?? computeMemberNumber(brand, patient.patientId, attempt)
  const contractNumber = patient.contractNumber ?? memberNumber
  const relationshipCode = patient.relationshipCode ?? relationshipUnsaid(contractNumber, memberNumber)
  const { firstName, lastName, birthDate: dateOfBirth } = patient
  return { brand, memberNumber, contractNumber, firstName, lastName, dateOfBirth, relationshipCode }
}
