import { sql } from 'kysely'
import { addMembers, importMember, keepFormerKin, renumber } from '../../../../member/member/importing.ts'
import { easternDay } from '../../../../platform/day.ts'
import type { Database, Tx } from '../../../../platform/db/database.ts'
import type { EnrolledBefore, EnrolledData } from '../../../../platform/db/tables.ts'
import { toHex, upsertRows } from '../../../../platform/db/upsert.ts'
import { contentHash } from '../../../../platform/versions/content.ts'
import { deriveCoverages } from '../../derived.ts'
import type { ReadCoverage } from '../../fhir/read-person.ts'
import { settleGroups } from '../../members.ts'
import { reviewMembers } from '../../sensitive/review.ts'
import { foldName } from '../values.ts'
import type { Coverages } from './apply.ts'
import { isSameJson } from './same-json.ts'

/** A member as the enrollment files have described them so far. */
export interface Enrolled {
  readonly memberId: string | null
  readonly memberNumber: string
  readonly contractNumber: string
  readonly version: string
  readonly person: EnrolledData
  readonly coverages: Coverages
  /** The sender of the last news about them; null: a file of an earlier release. */
  readonly sender: string | null
}

export interface EnrollmentRun {
  readonly brand: string
  readonly runId: string
  readonly now: Date
}

interface Row {
  readonly member_id: string
  readonly member_number: string
  readonly contract_number: string
  readonly version: string
  readonly person: EnrolledData
  readonly sender: string | null
}

/** The members with these numbers or on these contracts, by number, with their data from earlier 834 files. */
export async function findEnrolled(
  tx: Tx,
  brand: string,
  { numbers, contracts }: { readonly numbers: readonly string[]; readonly contracts: readonly string[] },
): Promise<Map<string, Enrolled>> {
  const { rows } =
    await sql<Row>`select member_id, member_number, contract_number, version, person, sender from x12_member
    where brand = ${brand}
      and (member_number = any(${[...numbers]}::text[]) or contract_number = any(${[...contracts]}::text[]))
    order by member_number for update`.execute(tx)
  const sources = await findCoverages(
    tx,
    rows.map(({ member_id }) => member_id),
  )
  return new Map(
    rows.map((row) => [
      row.member_number,
      {
        memberId: row.member_id,
        memberNumber: row.member_number,
        contractNumber: row.contract_number,
        version: row.version,
        person: row.person,
        sender: row.sender,
        coverages: sources.get(row.member_id) ?? new Map(),
      },
    ]),
  )
}

async function findCoverages(tx: Tx, members: readonly string[]): Promise<ReadonlyMap<string, Coverages>> {
  if (members.length === 0) return new Map()
  const { rows } = await sql<{ member_id: string; resource_id: string; coverage: ReadCoverage }>`
    select member_id, resource_id, coverage from coverage_source
    where member_id = any(${[...members]}::uuid[]) and resource_id like 'x12 %' order by resource_id`.execute(tx)
  const byMember = Map.groupBy(rows, ({ member_id }) => member_id)
  return new Map(
    [...byMember].map(([member, some]) => [member, new Map(some.map((one) => [one.resource_id, one.coverage]))]),
  )
}

/** People on contracts, from whatever source, to recognize them by date of birth and first name. */
export async function findOnContracts(tx: Tx, brand: string, contracts: readonly string[]) {
  if (contracts.length === 0) return []
  return tx
    .selectFrom('member')
    .select(['member_number as memberNumber', 'contract_number as contractNumber', 'first_name as firstName'])
    .select(['date_of_birth as birthDate', 'relationship_code as relationshipCode'])
    .where('brand', '=', brand)
    .where('contract_number', '=', sql<string>`any(${[...contracts]}::text[])`)
    .orderBy('member_number')
    .execute()
}

/** A member as they were, and as they are to be stored. */
export interface Change {
  readonly after: Enrolled
  readonly before: Enrolled | null
}

/** Stores members as their files now describe them. Returns the numbers that belong to someone else, under which nothing is stored. */
export async function storeEnrolled(tx: Tx, all: readonly Change[], run: EnrollmentRun): Promise<ReadonlySet<string>> {
  const taken = new Set<string>()
  const { ids, added } = await assignIds(tx, all, run, taken)
  const stored = all.flatMap((change) => {
    const memberId = ids.get(change.after.memberNumber)
    return memberId === undefined ? [] : { ...change, memberId }
  })
  if (stored.length === 0) return taken
  await updatePeople(tx, stored)
  const contacts = await keepContacts(tx, stored)
  const covered = await keepCoverages(tx, stored, run)
  await keepBefore(tx, stored, contacts, run)
  await upsertRows(
    tx,
    'x12_member',
    ['brand', 'member_number'],
    stored.map(({ memberId, after }) => ({
      brand: run.brand,
      member_number: after.memberNumber,
      member_id: memberId,
      contract_number: after.contractNumber,
      version: after.version,
      content_hash: toHex(hashEnrolled(after)),
      person: after.person,
      run_id: run.runId,
      sender: after.sender,
    })),
  )
  if (covered.length > 0) {
    const members = [...new Set(covered.map(({ memberId }) => memberId))]
    await deriveCoverages(
      tx,
      members.map((memberId) => ({ memberId, numbered: true })),
      { brand: run.brand, today: easternDay(run.now) },
      gatherCoverages(
        stored.filter(({ memberId }) => added.has(memberId)),
        run,
      ),
    )
    // No claims can have come before new members.
    await settleGroups(
      tx,
      covered.filter(({ memberId }) => !added.has(memberId)),
    )
  }
  await reviewMembers(
    tx,
    run.brand,
    stored.flatMap(({ memberId, before, after }) =>
      isConfidential(before?.person) === isConfidential(after.person) ? [] : memberId,
    ),
  )
  return taken
}

/** INS13: whether access to the member's data is restricted. */
function isConfidential(person: EnrolledData | undefined): boolean {
  return person?.aside.confidentiality?.[0] === 'R'
}

/**
 * Applies a function to the members with these numbers; it returns null for a member who stays unchanged. Returns how many have changed.
 */
export function changeEnrolled(
  database: Database,
  numbers: readonly string[],
  run: EnrollmentRun,
  change: (before: Enrolled) => Enrolled | null,
): Promise<number> {
  return database.transaction(async (tx) => {
    const known = await findEnrolled(tx, run.brand, { numbers, contracts: [] })
    const changes = [...known.values()].flatMap((before) => {
      const after = change(before)
      return after === null || isSameEnrolled(after, before) ? [] : [{ before, after }]
    })
    if (changes.length > 0) await storeEnrolled(tx, changes, run)
    return changes.length
  })
}

/** The coverages of new members, by member, in stored form. */
function gatherCoverages(some: readonly Stored[], { runId: run_id }: EnrollmentRun) {
  return new Map(
    some.map(({ memberId, after }) => [
      memberId,
      [...after.coverages]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, coverage]) => ({ coverage: coverage as unknown, run_id })),
    ]),
  )
}

/** Notes that a newer file has repeated the same data, so that an older file that comes later does not count. */
export async function noteUnchanged(
  tx: Tx,
  brand: string,
  some: readonly { readonly memberNumber: string; readonly version: string }[],
) {
  if (some.length === 0) return
  const [numbers, versions] = [some.map(({ memberNumber }) => memberNumber), some.map(({ version }) => version)]
  await sql`update x12_member set version = said.version
    from unnest(${numbers}::text[], ${versions}::text[]) as said (number, version)
    where brand = ${brand} and member_number = said.number and x12_member.version < said.version`.execute(tx)
}

/** Whether files describe a member in the same way. */
export function isSameEnrolled(one: Enrolled, other: Enrolled): boolean {
  return (
    one.contractNumber === other.contractNumber &&
    isSameJson(one.person, other.person) &&
    one.coverages.size === other.coverages.size &&
    [...one.coverages].every(([id, coverage]) => isSameJson(coverage, other.coverages.get(id)))
  )
}

/** A digest of the same data, in stored form. */
function hashEnrolled({ contractNumber, person, coverages }: Enrolled): Buffer {
  return contentHash(toOrderedJson([contractNumber, person, [...coverages].sort(([a], [b]) => (a < b ? -1 : 1))]))
}

/** JSON with sorted keys: the database returns them in another order. */
function toOrderedJson(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}

/** Finds or creates the members, by number. */
async function assignIds(
  tx: Tx,
  all: readonly Change[],
  run: EnrollmentRun,
  taken: Set<string>,
): Promise<{ readonly ids: ReadonlyMap<string, string>; readonly added: ReadonlySet<string> }> {
  const ids = new Map(
    all.flatMap(({ after }) => (after.memberId === null ? [] : [[after.memberNumber, after.memberId]])),
  )
  const unknown = all.filter(({ after }) => after.memberId === null)
  const people = unknown.map(({ after }) => ({
    brand: run.brand,
    memberNumber: after.memberNumber,
    contractNumber: after.contractNumber,
    firstName: after.person.firstName,
    lastName: after.person.lastName,
    dateOfBirth: after.person.birthDate,
    relationshipCode: after.person.relationshipCode,
  }))
  const added = await addMembers(tx, people)
  for (const [number, memberId] of added) ids.set(number, memberId)
  for (const person of people) {
    if (ids.has(person.memberNumber)) continue
    // Another file has brought the member.
    const memberId = await importMember(tx, person)
    if (memberId === null) taken.add(person.memberNumber)
    else ids.set(person.memberNumber, memberId)
  }
  return { ids, added: new Set(added.values()) }
}

/** A stored change with its member. */
type Stored = Change & { readonly memberId: string }

async function updatePeople(tx: Tx, stored: readonly Stored[]): Promise<void> {
  const isSame = ({ before, after }: Change) =>
    before !== null &&
    before.contractNumber === after.contractNumber &&
    (['firstName', 'lastName', 'birthDate', 'relationshipCode'] as const).every(
      (key) => before.person[key] === after.person[key],
    )
  const changed = stored.filter((one) => one.after.memberId !== null && !isSame(one))
  if (changed.length === 0) return
  const rows = changed.map(({ memberId, after: { contractNumber, person } }) => ({
    memberId,
    contractNumber,
    firstName: person.firstName,
    lastName: person.lastName,
    birthDate: person.birthDate,
    relationship: person.relationshipCode,
  }))
  await keepFormerKin(tx, rows)
  await sql`update member set first_name = p."firstName", last_name = p."lastName", date_of_birth = p."birthDate",
      contract_number = p."contractNumber", relationship_code = p.relationship
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p ("memberId" uuid, "contractNumber" text, "firstName" text,
      "lastName" text, "birthDate" date, relationship text)
    where member.member_id = p."memberId"`.execute(tx)
}

type Contacts = ReadonlyMap<string, EnrolledBefore['contact']>

/** Keeps contact information that a file does not state. Returns the known contact information of those whom earlier files have enrolled, by member. */
async function keepContacts(tx: Tx, stored: readonly Stored[]): Promise<Contacts> {
  const told = stored.flatMap(({ memberId, before, after }) => {
    const { contact } = after.person
    const isSame = JSON.stringify(before?.person.contact ?? null) === JSON.stringify(contact)
    return contact === null || isSame ? [] : { member_id: memberId, ...contact }
  })
  if (told.length === 0) return new Map()
  const enrolled = new Set(stored.flatMap(({ memberId, before }) => (before === null ? [] : memberId)))
  const known = await findContacts(
    tx,
    told.flatMap(({ member_id }) => (enrolled.has(member_id) ? member_id : [])),
  )
  await sql`insert into member_contact (member_id, address, city, state, zip_code, email, phone)
    select member_id, address, city, state, zip_code, email, phone
    from json_populate_recordset(null::member_contact, ${JSON.stringify(told)}::json)
    on conflict (member_id) do update set address = coalesce(excluded.address, member_contact.address),
      city = coalesce(excluded.city, member_contact.city), state = coalesce(excluded.state, member_contact.state),
      zip_code = coalesce(excluded.zip_code, member_contact.zip_code), email = coalesce(excluded.email, member_contact.email),
      phone = coalesce(excluded.phone, member_contact.phone)`.execute(tx)
  return known
}

async function findContacts(tx: Tx, members: readonly string[]): Promise<Contacts> {
  if (members.length === 0) return new Map()
  const rows = await tx
    .selectFrom('member_contact')
    .select(['member_id', 'address', 'city', 'state', 'zip_code', 'email', 'phone'])
    .where('member_id', '=', sql<string>`any(${[...members]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ member_id, ...contact }) => [member_id, contact]))
}

/** Stores the changed coverages, and returns them. */
async function keepCoverages(tx: Tx, stored: readonly Stored[], run: EnrollmentRun) {
  const changed = stored.flatMap(({ memberId, before, after }) =>
    [...after.coverages].flatMap(([coverageId, coverage]) => {
      const known = before?.coverages.get(coverageId)
      return known !== undefined && isSameJson(known, coverage)
        ? []
        : { memberId, coverageId, coverage, text: JSON.stringify(coverage), version: after.version }
    }),
  )
  await upsertRows(
    tx,
    'coverage_source',
    ['member_id', 'resource_id'],
    changed.map(({ memberId, coverageId, coverage, text, version }) => ({
      member_id: memberId,
      resource_id: coverageId,
      version,
      content_hash: toHex(contentHash(text)),
      coverage,
      run_id: run.runId,
    })),
  )
  return changed.map(({ memberId, coverageId }) => ({ memberId, coverageId }))
}

async function keepBefore(tx: Tx, stored: readonly Stored[], contacts: Contacts, run: EnrollmentRun): Promise<void> {
  const rows = stored.map(({ memberId, before }) => ({
    run_id: run.runId,
    member_id: memberId,
    before: before && { ...asBefore(before), contact: contacts.get(memberId) },
  }))
  // Of several changes in one run, the first has the state from before the run.
  await sql`insert into x12_before (run_id, member_id, before)
    select run_id, member_id, before from json_populate_recordset(null::x12_before, ${JSON.stringify(rows)}::json)
    on conflict (run_id, member_id) do nothing`.execute(tx)
}

function asBefore(one: Enrolled): EnrolledBefore {
  const { memberNumber, contractNumber, version, person } = one
  return {
    row: { memberNumber, contractNumber, version, hash: hashEnrolled(one).toString('hex'), person },
    coverages: [...one.coverages.values()],
  }
}

/** Moves a member with all their data from the former number to the new one; false if that belongs to someone else. */
export async function moveNumber(
  tx: Tx,
  brand: string,
  former: string,
  {
    memberNumber,
    birthDate,
    firstName,
  }: { readonly memberNumber: string; readonly birthDate: string | null; readonly firstName: string | null },
): Promise<boolean> {
  const known = await tx
    .selectFrom('member')
    .select(['member_id', 'date_of_birth', 'first_name'])
    .where('brand', '=', brand)
    .where('member_number', '=', former)
    .executeTakeFirst()
  if (known === undefined) return false
  // Without a date of birth, only the name shows that the former number is theirs.
  const isTheirs =
    birthDate === null
      ? firstName !== null && foldName(firstName) === foldName(known.first_name)
      : birthDate === known.date_of_birth
  if (!isTheirs) return false
  if (!(await renumber(tx, known.member_id, memberNumber))) return false
  await sql`update x12_member set member_number = ${memberNumber} where brand = ${brand} and member_number = ${former}`.execute(
    tx,
  )
  return true
}
