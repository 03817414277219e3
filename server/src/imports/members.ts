import { isNorthDakota } from '@portico/rules/brand/families'
import { contractPlace, numberInstead, relationshipUnsaid } from '@portico/rules/coverage/contract'
import { sql } from 'kysely'
import { easternDay } from '../day.ts'
import type { Tx } from '../db/database.ts'
import {
  addMembers,
  findPlace,
  type ImportedGroup,
  importGroups,
  importMember,
  importOtherInsurance,
  type NamedMember,
  setNumber,
  setPlace,
} from '../member/importing.ts'
import { assignedNumber, isOlder } from './content.ts'
import type { ReadCoverage } from './fhir/read-person.ts'
import type { Outcome } from './outcome.ts'
import {
  findPatients,
  type IncomingResource,
  type KnownPatient,
  listWithoutMember,
  type StoredPatient,
  updatePatients,
} from './people-store.ts'
import { Refused, UnknownPatient } from './refused.ts'

export interface MemberRun {
  readonly brand: string
  readonly runId: string
  readonly now: Date
  /** Assigns a member number to people whose files have none. */
  readonly assignNumbers: boolean
}

/** Stores a coverage with its member, who is created once their number is known, and the member's groups. Throws Refused. */
export async function importCoverage(
  tx: Tx,
  { read, version, hash }: IncomingResource<ReadCoverage>,
  run: MemberRun,
): Promise<Outcome> {
  const patients = await findPatients(tx, run.brand, [read.patientId])
  const patient = patients.get(read.patientId)
  if (patient === undefined) throw new UnknownPatient('beneficiary.reference', read.patientId)
  const memberId = await memberOf(tx, asCovered(patient, read), run)
  const stored = await tx
    .selectFrom('coverage_source')
    .select(['content_hash', 'version'])
    .where('member_id', '=', memberId)
    .where('resource_id', '=', read.resourceId)
    .executeTakeFirst()
  if (stored !== undefined && (stored.content_hash.equals(hash) || isOlder(version, stored.version))) return 'unchanged'
  await keepCoverage(tx, memberId, { read, version, hash }, { ...run, numbered: patient.memberNumber !== null })
  return stored === undefined ? 'created' : 'updated'
}

/**
 * Stores a coverage as in its file, and derives the member's groups and place on a contract from all of their coverages. `numbered`: the
 * member's number is their own, not one that a coverage gave.
 */
export async function keepCoverage(
  tx: Tx,
  memberId: string,
  { read, version, hash }: IncomingResource<ReadCoverage>,
  { brand, runId, now, numbered }: Pick<MemberRun, 'brand' | 'runId' | 'now'> & { readonly numbered: boolean },
): Promise<void> {
  const values = { version, content_hash: hash, coverage: JSON.stringify(read), run_id: runId }
  await tx
    .insertInto('coverage_source')
    .values({ member_id: memberId, resource_id: read.resourceId, ...values })
    .onConflict((conflict) => conflict.columns(['member_id', 'resource_id']).doUpdateSet(values))
    .execute()
  const sources = await tx
    .selectFrom('coverage_source')
    .select('coverage')
    .where('member_id', '=', memberId)
    .orderBy('resource_id')
    .execute()
  const coverages = sources.map(({ coverage }) => ({ ...fieldDefaults, ...(coverage as ReadCoverage) }))
  const { own, withdrawn, others } = ownAndOthers(coverages)
  await storePlace(tx, memberId, { own, withdrawn, others }, { today: easternDay(now), numbered })
  await importGroups(tx, memberId, groupsOf(own, brand), new Set(coverages.map(({ groupNumber }) => groupNumber)))
  await importOtherInsurance(tx, memberId, others, runId)
  // Claims that arrived before the coverage.
  const group = { client_number: read.groupNumber, group_number: read.groupNumber }
  await tx
    .updateTable('claim')
    .set(group)
    .where('member_id', '=', memberId)
    .where('coverage_id', '=', read.resourceId)
    .where('group_number', 'is distinct from', read.groupNumber)
    .execute()
}

/** The groups named by members' coverages, in the order of the coverages; null for an unknown coverage. */
export async function groupsOfCoverages(
  tx: Tx,
  coverages: readonly { readonly memberId: string; readonly coverageId: string | null }[],
): Promise<(string | null)[]> {
  const [members, ids] = [coverages.map(({ memberId }) => memberId), coverages.map(({ coverageId }) => coverageId)]
  const { rows } = await sql<{ member_id: string; resource_id: string; group: string }>`
    select member_id, resource_id, coverage->>'groupNumber' as group from coverage_source
    where (member_id, resource_id) in (select * from unnest(${members}::uuid[], ${ids}::text[]))`.execute(tx)
  const groups = new Map(rows.map((row) => [`${row.member_id} ${row.resource_id}`, row.group]))
  return coverages.map(({ memberId, coverageId }) => groups.get(`${memberId} ${coverageId}`) ?? null)
}

/** Stores which number the member has, on which contract they are, and as what. */
async function storePlace(
  tx: Tx,
  memberId: string,
  coverages: ReturnType<typeof ownAndOthers>,
  { today, numbered }: { readonly today: string; readonly numbered: boolean },
): Promise<void> {
  const { memberNumber: before, ...stored } = await findPlace(tx, memberId)
  const instead = numbered ? null : numberInstead(coverages, before, today)
  const isChanged = instead !== null && (await setNumber(tx, memberId, instead))
  const place = contractPlace(coverages, { memberNumber: isChanged ? instead : before, stored }, today)
  if (place.contractNumber !== stored.contractNumber || place.relationshipCode !== stored.relationshipCode)
    await setPlace(tx, memberId, place)
}

/** Someone who becomes a member with their first coverage. A withdrawn one brings no one but the subscriber onto its contract. */
function asCovered(patient: StoredPatient, read: ReadCoverage): StoredPatient {
  const { contractNumber, relationshipCode } = read
  return {
    ...patient,
    memberNumber: patient.memberNumber ?? read.memberNumber,
    contractNumber: read.cancelled && relationshipCode !== '18' ? null : contractNumber,
    relationshipCode,
  }
}

/** Defaults for coverages that were stored before these fields existed. */
const fieldDefaults = {
  pending: false,
  payerName: null,
  namesPlan: true,
  order: null,
  copays: {},
  limits: [],
} as const

/**
 * Separates a plan's own coverages from other insurers'. Payers name group and plan only for their own coverages: if a member has one of
 * those, a coverage of another payer that names neither is another insurer's. Withdrawn coverages are neither.
 */
function ownAndOthers(coverages: readonly ReadCoverage[]) {
  const [valid, withdrawn] = [
    coverages.filter(({ cancelled }) => !cancelled),
    coverages.filter(({ cancelled }) => cancelled),
  ]
  const payers = new Set(valid.filter(({ namesPlan }) => namesPlan).map(({ payerName }) => payerName))
  const isOther = ({ namesPlan, payerName }: ReadCoverage) =>
    payers.size > 0 && !namesPlan && payerName !== null && !payers.has(payerName)
  return { own: valid.filter((one) => !isOther(one)), withdrawn, others: valid.filter(isOther) }
}

/** Groups, the one that began last first. Only North Dakota tells Medicaid apart (BR-10, HD-5). */
function groupsOf(coverages: readonly ReadCoverage[], brand: string): ImportedGroup[] {
  const newestFirst = coverages.toSorted((a, b) => (b.begins ?? '').localeCompare(a.begins ?? ''))
  return [...Map.groupBy(newestFirst, ({ groupNumber }) => groupNumber).values()].flatMap((group) => {
    const main = group.find(({ kind }) => kind === 'medical') ?? group[0]
    if (main === undefined) return []
    return {
      groupNumber: main.groupNumber,
      groupName: main.groupName,
      planName: main.planName,
      isMedicare: group.some(({ isMedicare }) => isMedicare),
      isNDMedicaid: isNorthDakota({ code: brand }) ? ifSaid(group.map(({ isMedicaid }) => isMedicaid)) : false,
      directPay: ifSaid(group.map(({ directPay }) => directPay)),
      effectuatedOn: main.pending ? null : main.begins,
      pharmacy: group.find(({ pharmacy }) => pharmacy?.bin)?.pharmacy ?? main.pharmacy,
      copays: Object.assign({}, ...group.map(({ copays }) => copays)),
      products: group.map(({ planName: name, kind, begins, ends, planCode, pharmacy, limits, ...more }) => ({
        name,
        kind,
        begins,
        ends,
        limits,
        planId: planCode ?? null,
        // A medical plan with pharmacy numbers on its card covers drugs as well.
        coversDrugs: kind === 'drug' || (kind === 'medical' && Boolean(pharmacy?.bin)),
        blueExtra: more.blueExtra ?? null,
        isIndividualDental: more.isIndividualDental ?? null,
        contractBegins: more.contractBegins ?? null,
      })),
    }
  })
}

/** Whether any coverage of a group says yes; null if none says anything. */
function ifSaid(answers: readonly (boolean | null | undefined)[]): boolean | null {
  return answers.includes(true) || (answers.includes(false) ? false : null)
}

const pageSize = 500

/** Creates members for the people whose number is known by now or is assigned. */
export async function importRemaining(tx: Tx, run: MemberRun, after: string): Promise<string | null> {
  const patients = await listWithoutMember(tx, run.brand, after, pageSize)
  for (const patient of await addNew(tx, patients, run)) {
    await memberOf(tx, patient, run).catch((error: unknown) => {
      // This is reported for each of their claims; nothing about them is imported.
      if (!(error instanceof Refused)) throw error
    })
  }
  return patients.length < pageSize ? null : (patients.at(-1)?.patientId ?? null)
}

/** Creates members for all people whose number is free at once; returns the others who have or get a number. */
async function addNew(tx: Tx, patients: readonly StoredPatient[], run: MemberRun): Promise<StoredPatient[]> {
  const named = patients
    .filter(({ memberNumber }) => memberNumber !== null || run.assignNumbers)
    .map((patient) => ({ patient, person: asMember(patient, run.brand, 0) }))
  const added = new Map(
    await addMembers(
      tx,
      named.map(({ person }) => person),
    ),
  )
  const [known, others]: [KnownPatient[], StoredPatient[]] = [[], []]
  for (const { patient, person } of named) {
    const { memberNumber, contractNumber, relationshipCode } = person
    const memberId = added.get(memberNumber)
    // Of people with the same number, the first was created.
    added.delete(memberNumber)
    if (memberId === undefined) others.push(patient)
    else known.push({ patientId: patient.patientId, memberId, contractNumber, relationshipCode })
  }
  await updatePatients(tx, run.brand, known)
  return others
}

/** The member for a person of a file. Throws Refused for one without a number, or with someone else's. */
async function memberOf(tx: Tx, patient: StoredPatient, run: MemberRun): Promise<string> {
  if (patient.memberId !== null) return patient.memberId
  const { brand } = run
  for (let attempt = 0; attempt < 10; attempt++) {
    const isGiven = patient.memberNumber === null
    if (isGiven && !run.assignNumbers) break
    const person = asMember(patient, brand, attempt)
    const { memberNumber, contractNumber, relationshipCode } = person
    const memberId = await importMember(tx, person)
    if (memberId !== null) {
      await updatePatients(tx, brand, [{ patientId: patient.patientId, memberId, contractNumber, relationshipCode }])
      return memberId
    }
    if (!isGiven) throw new Refused('identifier', `the member number ${memberNumber} belongs to someone else`)
  }
  throw new Refused(
    'identifier',
    `Patient/${patient.patientId} has no member number; --assign-numbers gives test people one`,
  )
}

/** A person as a member. Someone without a number is assigned one; `attempt` counts up if it is taken. */
function asMember(patient: StoredPatient, brand: string, attempt: number): NamedMember {
  const memberNumber = patient.memberNumber ?? assignedNumber(brand, patient.patientId, attempt)
  const contractNumber = patient.contractNumber ?? memberNumber
  const relationshipCode = patient.relationshipCode ?? relationshipUnsaid(contractNumber, memberNumber)
  const { firstName, lastName, birthDate: dateOfBirth } = patient
  return { brand, memberNumber, contractNumber, firstName, lastName, dateOfBirth, relationshipCode }
}
