import { sql } from 'kysely'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { takeExcluded } from '../../platform/db/upsert.ts'
import { selectLatest } from '../../platform/versions/latest.ts'
import type { Outcome } from '../../platform/versions/outcome.ts'
import { everyBrand } from './every-brand.ts'
import { chooseNumbers } from './fhir/member-numbers.ts'
import type { ReadParty } from './fhir/read-party.ts'
import type { ReadPatient } from './fhir/read-person.ts'
import type { Warn } from './machine.ts'
import { listNamed } from './naming-store.ts'
import { filterNpis, toNpiId } from './npi-id.ts'
import { namesOfNpis, noteToName } from './npi-names-store.ts'
import { hasNumberForm, warnOfNumber } from './number-forms.ts'
import { keptNumbers, numberColumns } from './number-store.ts'
import { renumberByCoverages, renumberMembers } from './numbers.ts'
import { Refused } from './refused.ts'
import { shelvePatients } from './shelve-people.ts'

/** A resource of a file, with its version. */
export interface IncomingResource<Read> {
  readonly read: Read
  readonly version: string | null
  readonly hash: Buffer
}

interface Run {
  readonly brand: string
  readonly runId: string
}

/** Stores the people of a file, whether or not they are members yet; refuses a new number that is someone else's. */
export async function importPatients(
  tx: Tx,
  incoming: readonly (IncomingResource<ReadPatient> & { readonly text: string })[],
  run: Run & { readonly now: Date; readonly warn: Warn },
): Promise<(Outcome | Refused)[]> {
  const today = easternDay(run.now)
  const stored = await findStored(tx, incoming, run.brand, today)
  const latest = selectLatest(incoming, ({ read }) => read.resourceId, stored)
  const chosen = new Map(
    latest.changed.map(({ read }) => [
      read.resourceId,
      chooseNumbers(read.numbers, today, (number) => hasNumberForm(run.brand, number)),
    ]),
  )
  for (const { memberNumber } of chosen.values()) warnOfNumber(run.warn, run.brand, memberNumber)
  const taken = await renumberMembers(tx, run.brand, chosen)
  const changed = latest.changed.filter(({ read }) => !taken.has(read.resourceId))
  const outcomes = latest.outcomes.map((outcome, index) => {
    const one = incoming[index] as (typeof incoming)[number]
    const isTaken = taken.has(one.read.resourceId) && latest.changed.includes(one)
    return isTaken ? new Refused('identifier', 'the member number belongs to someone else') : outcome
  })
  if (changed.length > 0) {
    const values = changed.map(({ read, version, hash, text }) => ({
      ...numberColumns(chosen.get(read.resourceId), read.numbers),
      brand: run.brand,
      patient_id: read.resourceId,
      first_name: read.firstName,
      last_name: read.lastName,
      birth_date: read.birthDate,
      medicare_number: read.medicareNumber,
      version,
      content_hash: hash,
      resource: text,
      run_id: run.runId,
    }))
    await tx
      .insertInto('import_patient')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['brand', 'patient_id']).doUpdateSet({
          ...takeExcluded('first_name', 'last_name', 'birth_date', 'medicare_number', 'version'),
          ...takeExcluded('content_hash', 'resource', 'run_id'),
          ...keptNumbers,
        }),
      )
      .execute()
    const reads = changed.map(({ read }) => read)
    const ids = reads.map(({ resourceId }) => resourceId)
    await renameMembers(tx, run.brand, reads)
    await renumberByCoverages(tx, run.brand, ids, today)
    await shelvePatients(tx, run.brand, ids)
  }
  return outcomes
}

/**
 * The stored people of files, locked. Earlier releases kept only one of several numbers: a person who comes again unchanged is then read
 * again.
 */
async function findStored(tx: Tx, incoming: readonly IncomingResource<ReadPatient>[], brand: string, today: string) {
  const ids = incoming.map(({ read }) => read.resourceId)
  const rows = await tx
    .selectFrom('import_patient')
    .select(['patient_id', 'content_hash as hash', 'version', 'numbers'])
    .where('brand', '=', brand)
    .where('patient_id', '=', sql<string>`any(${ids}::text[])`)
    .forUpdate()
    .execute()
  const stored = new Map(rows.map((row) => [row.patient_id, row]))
  for (const { read } of incoming) {
    const row = stored.get(read.resourceId)
    if (row !== undefined && row.numbers === null && chooseNumbers(read.numbers, today).current.length > 1)
      stored.set(read.resourceId, { ...row, hash: Buffer.alloc(0) })
  }
  return stored
}

/** Applies the plan's corrections of names and dates of birth. */
async function renameMembers(tx: Tx, brand: string, patients: readonly ReadPatient[]): Promise<void> {
  const known = await tx
    .selectFrom('import_patient')
    .select(['patient_id', 'member_id'])
    .where('brand', '=', brand)
    .where('patient_id', '=', sql<string>`any(${patients.map(({ resourceId }) => resourceId)}::text[])`)
    .where('member_id', 'is not', null)
    .execute()
  const ids = new Map(known.map(({ patient_id, member_id }) => [patient_id, member_id]))
  const named = patients.flatMap(({ resourceId, firstName, lastName, birthDate }) => {
    const memberId = ids.get(resourceId)
    return memberId === undefined ? [] : { memberId, firstName, lastName, birthDate }
  })
  if (named.length === 0) return
  await sql`update member m set first_name = p."firstName", last_name = p."lastName", date_of_birth = p."birthDate"
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as p ("memberId" uuid, "firstName" text, "lastName" text,
      "birthDate" date)
    where m.member_id = p."memberId"`.execute(tx)
}

export interface StoredPatient {
  readonly patientId: string
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string
  readonly memberNumber: string | null
  /** Their own number, if others share the member number. */
  readonly uniqueNumber: string | null
  /** A number that no longer counts. */
  readonly formerNumber: string | null
  /** All numbers, if several may count. */
  readonly numbers: unknown
  readonly contractNumber: string | null
  readonly relationshipCode: string | null
  readonly memberId: string | null
  /** A number under which they were refused, because it belongs to somebody else with the same date of birth. */
  readonly apartOn: string | null
}

const patientColumns = [
  'patient_id as patientId',
  'first_name as firstName',
  'last_name as lastName',
  'birth_date as birthDate',
  'member_number as memberNumber',
  'unique_number as uniqueNumber',
  'former_number as formerNumber',
  'numbers',
  'contract_number as contractNumber',
  'relationship_code as relationshipCode',
  'member_id as memberId',
  'apart_on as apartOn',
] as const

export async function findPatients(tx: Tx, brand: string, ids: readonly string[]): Promise<Map<string, StoredPatient>> {
  const rows = await tx
    .selectFrom('import_patient')
    .select(patientColumns)
    .where('brand', '=', brand)
    .where('patient_id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.patientId, row]))
}

/** The members with Medicare numbers, by number: as member number, or in their Patient. */
export async function findByMedicareNumber(
  tx: Tx,
  brand: string,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<{ number: string; memberId: string }>`
    select member_number as number, member_id as "memberId" from member
    where brand = ${brand} and member_number = any(${numbers}::text[])
    union select medicare_number, member_id from import_patient
    where brand = ${brand} and medicare_number = any(${numbers}::text[]) and member_id is not null`.execute(tx)
  const found = Map.groupBy(rows, ({ number }) => number)
  return new Map([...found].map(([number, some]) => [number, new Set(some.map(({ memberId }) => memberId))]))
}

/** People who are not members yet, a page at a time. */
export async function listWithoutMember(tx: Tx, brand: string, after: string, max: number): Promise<StoredPatient[]> {
  return tx
    .selectFrom('import_patient')
    .select(patientColumns)
    .where('brand', '=', brand)
    .where('member_id', 'is', null)
    .where('patient_id', '>', after)
    .orderBy('patient_id')
    .limit(max)
    .execute()
}

/** A person as a member; their own resource determines their number. */
export interface KnownPatient {
  readonly patientId: string
  readonly memberId: string
  readonly contractNumber: string
  readonly relationshipCode: string
}

export async function updatePatients(tx: Tx, brand: string, known: readonly KnownPatient[]): Promise<void> {
  if (known.length === 0) return
  const listValues = (name: keyof KnownPatient) => known.map((one) => one[name])
  await sql`update import_patient
    set member_id = known.member_id, contract_number = known.contract, relationship_code = known.relationship
    from unnest(${listValues('patientId')}::text[], ${listValues('memberId')}::uuid[], ${listValues('contractNumber')}::text[],
      ${listValues('relationshipCode')}::text[]) as known (id, member_id, contract, relationship)
    where brand = ${brand} and patient_id = known.id`.execute(tx)
  await shelvePatients(tx, brand, listValues('patientId'))
}

export async function importParties(
  tx: Tx,
  incoming: readonly IncomingResource<ReadParty>[],
  run: Run,
): Promise<Outcome[]> {
  const ids = incoming.map(({ read }) => read.resourceId)
  const rows = await tx
    .selectFrom('import_party')
    .select(['party_id', 'party_type', 'content_hash as hash', 'version', 'name', 'npi', 'address', 'stands_for'])
    .where('brand', '=', run.brand)
    .where('party_id', '=', sql<string>`any(${ids}::text[])`)
    .forUpdate()
    .execute()
  const stored = new Map(rows.map((row) => [`${row.party_type}/${row.party_id}`, row]))
  const { changed, outcomes } = selectLatest(incoming, ({ read }) => `${read.type}/${read.resourceId}`, stored)
  if (changed.length === 0) return outcomes
  const values = changed.map(({ read, version, hash }) => ({
    brand: run.brand,
    party_id: read.resourceId,
    party_type: read.type,
    name: read.name,
    npi: read.npi,
    address: read.address,
    stands_for: read.standsFor === null ? null : JSON.stringify(read.standsFor),
    version,
    content_hash: hash,
    run_id: run.runId,
  }))
  await tx
    .insertInto('import_party')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['brand', 'party_id', 'party_type'])
        .doUpdateSet(takeExcluded('name', 'npi', 'address', 'stands_for', 'version', 'content_hash', 'run_id')),
    )
    .execute()
  const isNamedOtherwise = ({ read }: IncomingResource<ReadParty>) => {
    const before = stored.get(`${read.type}/${read.resourceId}`)
    const was = before && JSON.stringify([before.name, before.npi, before.address, before.stands_for])
    return was !== JSON.stringify([read.name, read.npi, read.address, read.standsFor])
  }
  const named = changed.filter(isNamedOtherwise).map(({ read }) => read)
  await noteNamed(
    tx,
    named.map(({ resourceId }) => resourceId),
    named.flatMap(({ npi }) => npi ?? []),
  )
  return outcomes
}

/**
 * Notes the providers that claims or records already refer to, directly, by a role or by NPI, so that their names are filled in there
 * (IM-1).
 */
async function noteNamed(tx: Tx, ids: readonly string[], npis: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { rows: roles } = await sql<{ id: string }>`
    select distinct party_id as id from import_party where stands_for ?| ${ids}::text[]`.execute(tx)
  await noteToName(tx, await listNamed(tx, [...ids, ...roles.map(({ id }) => id), ...npis.map(toNpiId)]))
}

/**
 * Names of providers by id; for a role, that of its organization or else its practitioner; for an NPI, that of its holder. The brand's own
 * come last and take precedence.
 */
export async function namesOfParties(tx: Tx, brand: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<{ id: string; name: string }>`
    select p.party_id as id, coalesce(nullif(p.name, ''), s.name) as name
    from import_party p left join lateral (
      select name from import_party s, jsonb_array_elements_text(p.stands_for) with ordinality as named (id, place)
      where s.brand = p.brand and s.party_id = named.id and s.name <> '' order by place limit 1) s on true
    where p.brand in (${brand}, ${everyBrand}) and p.party_id = any(${ids}::text[])
    order by p.brand = ${brand}`.execute(tx)
  const byNpi = await namesOfNpis(tx, brand, filterNpis(ids))
  return new Map([
    ...rows.rows.filter(({ name }) => name !== null).map(({ id, name }) => [id, name] as const),
    ...[...byNpi].map(([npi, name]) => [toNpiId(npi), name] as const),
  ])
}

/** Addresses of providers by id; for a role, that of its organization. */
export async function addressesOfParties(tx: Tx, brand: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; address: string | null }>`
    select p.party_id as id, coalesce(p.address, s.address) as address
    from import_party p left join lateral (
      select address from import_party s, jsonb_array_elements_text(p.stands_for) with ordinality as named (id, place)
      where s.brand = p.brand and s.party_id = named.id and s.address is not null order by place limit 1) s on true
    where p.brand in (${brand}, ${everyBrand}) and p.party_id = any(${ids}::text[])
    order by p.brand = ${brand}`.execute(tx)
  return new Map(rows.flatMap(({ id, address }) => (address === null ? [] : [[id, address]])))
}
