import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { readLocked } from '../../platform/db/row-locks.ts'
import { takeExcluded, toHex, upsertRows } from '../../platform/db/upsert.ts'
import { placeVersions, selectLatest } from '../../platform/versions/latest.ts'
import type { Outcome } from '../../platform/versions/outcome.ts'
import { resourceSeparator, type StoredSame, sameAsStored } from '../../platform/versions/same-content.ts'
import { saySame } from '../../platform/versions/same-statement.ts'
import { everyBrand } from './every-brand.ts'
import type { NamedDrug, ReadMedication, ReadRecord } from './fhir/read-record.ts'
import type { IncomingResource } from './people-store.ts'
import { reviewAgain } from './sensitive/due-store.ts'

/** A resource of a known member, with names from other resources. */
export interface IncomingRecord {
  readonly memberId: string
  readonly read: ReadRecord
  readonly drug: NamedDrug | null
  /** Shown only to the patient (MP-14). */
  readonly sensitive: boolean
  /** Names of the providers that it refers to, by id. */
  readonly names: ReadonlyMap<string, string>
  /** Their addresses, by id. */
  readonly addresses: ReadonlyMap<string, string>
  readonly version: string | null
  readonly hash: Buffer
  /** The original JSON. */
  readonly resource: string
}

interface Run extends BrandRun {
  readonly now: Date
}

/**
 * Imports resources of one type, each whole or not at all, in the caller's transaction. The same content again changes nothing; of several
 * versions, the newest is the record, and all are kept, in whatever order they come. A record that has moved to another patient is
 * withdrawn from the first one.
 */
export async function importRecords(
  tx: Tx,
  type: ReadRecord['type'],
  given: readonly IncomingRecord[],
  run: Run,
): Promise<readonly Outcome[]> {
  const held = Map.groupBy(await findHeld(tx, type, given, run.brand), ({ resourceId }) => resourceId)
  const incoming = await withStoredDigests(tx, type, given)
  const { newest, older, former, left, outcomes } = await placeVersions(
    incoming,
    ({ read }) => read.resourceId,
    held,
    (some) => findKept(tx, type, some),
  )
  if (newest.length + older.length === 0) return outcomes
  await withdrawMoved(tx, type, left)
  await upsertRows(
    tx,
    type,
    ['member_id', 'resource_id'],
    [
      ...newest.map((one) => toRow(one, run)),
      ...former.map((one) => ({ ...toRow(one, run), withdrawn: true, content_hash: '\\x' })),
    ],
  )
  const versions = [...newest, ...older].map(({ memberId, read, hash, resource }) => ({
    member_id: memberId,
    type,
    resource_id: read.resourceId,
    content_hash: hash,
    resource,
    run_id: run.runId,
    imported_at: run.now,
  }))
  await tx
    .insertInto('record_version')
    .values(versions)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return outcomes
}

interface HeldRecord {
  readonly memberId: string
  readonly resourceId: string
  readonly hash: Buffer
  readonly version: string | null
}

/** The stored records, whoever has or had them. A record that moved to another patient has an empty digest in its former place. */
async function findHeld(tx: Tx, type: ReadRecord['type'], incoming: readonly IncomingRecord[], brand: string) {
  const members = incoming.map(({ memberId }) => memberId)
  return readLocked(tx, members, async () => {
    const { rows } = await sql<HeldRecord>`
      select r.member_id as "memberId", r.resource_id as "resourceId", r.content_hash as hash, r.version
      from ${sql.table(type)} r join member m on m.member_id = r.member_id
      where r.resource_id = any(${incoming.map(({ read }) => read.resourceId)}::text[]) and m.brand = ${brand}
      order by r.imported_at, r.member_id, r.resource_id`.execute(tx)
    return rows
  })
}

/** Gives records that were only sent again the digest of the stored version with the same content, which then counts as the newest. */
async function withStoredDigests(tx: Tx, type: ReadRecord['type'], given: readonly IncomingRecord[]) {
  // A deletion has the same content as the version that it withdraws: a related person's content has no field that shows the withdrawal.
  const incoming = given.filter(({ read }) => !(type === 'related_person' && read.withdrawn))
  const { rows } = await sql<StoredSame>`
    select one.at, v.content_hash as hash, r.version
    from unnest(${incoming.map(({ memberId }) => memberId)}::uuid[], ${incoming.map(({ read }) => read.resourceId)}::text[],
      ${incoming.map(({ hash }) => hash)}::bytea[],
      string_to_array(${incoming.map(({ resource }) => resource).join(resourceSeparator)}, ${resourceSeparator}))
      with ordinality as one (member, id, hash, resource, at)
      join ${sql.table(type)} r on r.member_id = one.member and r.resource_id = one.id and r.content_hash <> one.hash
      join record_version v on v.member_id = r.member_id and v.type = ${type} and v.resource_id = r.resource_id
        and v.content_hash = r.content_hash
    where ${saySame(sql`v.resource`, sql`one.resource::jsonb`)}`.execute(tx)
  const { digests, newer } = sameAsStored(incoming, rows)
  const [members, ids] = [newer.map(({ memberId }) => memberId), newer.map(({ read }) => read.resourceId)]
  if (newer.length > 0)
    await sql`update ${sql.table(type)} set version = newer.version
      from unnest(${members}::uuid[], ${ids}::text[], ${newer.map(({ version }) => version)}::text[])
        as newer (member, id, version)
      where member_id = newer.member and resource_id = newer.id`.execute(tx)
  return given.map((one) => ({ ...one, hash: digests.get(one) ?? one.hash }))
}

/** The versions that are already kept. */
async function findKept(tx: Tx, type: ReadRecord['type'], incoming: readonly IncomingRecord[]) {
  const toKey = (memberId: string, resourceId: string, hash: Buffer) =>
    `${memberId} ${resourceId} ${hash.toString('hex')}`
  const [members, ids] = [incoming.map(({ memberId }) => memberId), incoming.map(({ read }) => read.resourceId)]
  const { rows } = await sql<Pick<HeldRecord, 'memberId' | 'resourceId' | 'hash'>>`
    select member_id as "memberId", resource_id as "resourceId", content_hash as hash from record_version
    where type = ${type} and (member_id, resource_id, content_hash) in (
      select * from unnest(${members}::uuid[], ${ids}::text[], ${incoming.map(({ hash }) => hash)}::bytea[]))`.execute(
    tx,
  )
  const kept = new Set(rows.map(({ memberId, resourceId, hash }) => toKey(memberId, resourceId, hash)))
  return new Set(incoming.filter(({ memberId, read, hash }) => kept.has(toKey(memberId, read.resourceId, hash))))
}

/** Withdraws records from people who turned out not to be the patients; the versions stay. */
async function withdrawMoved(tx: Tx, type: ReadRecord['type'], records: readonly HeldRecord[]): Promise<void> {
  if (records.length === 0) return
  const [members, ids] = [records.map(({ memberId }) => memberId), records.map(({ resourceId }) => resourceId)]
  await sql`update ${sql.table(type)} set withdrawn = true, content_hash = ''
    where (member_id, resource_id) in (select * from unnest(${members}::uuid[], ${ids}::text[]))`.execute(tx)
}

function toRow(incoming: IncomingRecord, run: Run): Record<string, unknown> {
  const { memberId, read, drug, sensitive, names, addresses, version, hash } = incoming
  const { resourceId, status, withdrawn } = read
  const findName = ({ id, name }: { readonly id: string | null; readonly name: string | null }) =>
    (id === null ? undefined : names.get(id)) ?? name
  return {
    member_id: memberId,
    resource_id: resourceId,
    status,
    withdrawn,
    sensitive,
    version,
    content_hash: toHex(hash),
    run_id: run.runId,
    imported_at: run.now.toISOString(),
    ...ownColumns(read, drug, findName, (id) => addresses.get(id ?? '') ?? null),
  }
}

function ownColumns(
  read: ReadRecord,
  drug: IncomingRecord['drug'],
  findName: (party: { readonly id: string | null; readonly name: string | null }) => string | null,
  findAddress: (id: string | null) => string | null,
): Record<string, unknown> {
  switch (read.type) {
    case 'prescription':
      return {
        ...drugColumns(read, drug),
        intent: read.intent,
        prescriber_id: read.prescriber.id,
        prescriber_name: findName(read.prescriber),
        written_on: read.writtenOn,
        ends_on: read.endsOn,
        refills: read.refills,
      }
    case 'dispense':
      return {
        ...drugColumns(read, drug),
        prescription_id: read.prescriptionId,
        pharmacy_id: read.pharmacy.id,
        pharmacy_name: findName(read.pharmacy),
        pharmacy_address: findAddress(read.pharmacy.id),
        prepared_on: read.preparedOn,
        handed_over_on: read.handedOverOn,
      }
    case 'prior_authorization': {
      const { number, service, rxnorm, ndc, told, note, begins, ends } = read
      return {
        number,
        service,
        rxnorm,
        ndc,
        told,
        note,
        begins,
        ends,
        requested_on: read.requestedOn,
        decided_on: read.decidedOn,
        requested_at: read.requestedAt,
        received_at: read.receivedAt,
        decided_at: read.decidedAt,
        extended_on: read.extendedOn,
        expedited: read.expedited,
        reasons: read.reasons,
        documents: read.documents,
        units_approved: read.unitsApproved,
        units_used: read.unitsUsed,
        appealed_on: read.appealedOn,
        appeal_outcome: read.appealOutcome,
        provider_id: read.provider.id,
        provider_name: findName(read.provider),
      }
    }
    case 'care_team': {
      const participants = read.participants.map((one) => ({ ...one, name: findName(one) }))
      return { name: read.name, participants, begins: read.begins, ends: read.ends }
    }
    case 'related_person': {
      const { name, relationship, birthDate: birth_date, phone, email, begins, ends } = read
      return { name, relationship, birth_date, phone, email, begins, ends }
    }
  }
}

function drugColumns(
  read: Extract<ReadRecord, { readonly type: 'prescription' | 'dispense' }>,
  drug: IncomingRecord['drug'],
) {
  const { dose, dosing, quantity, quantityUnit: quantity_unit, daysSupply: days_supply } = read
  return {
    name: drug?.name ?? '',
    rxnorm: drug?.rxnorm ?? null,
    ndc: drug?.ndc ?? null,
    dose,
    dosing,
    quantity,
    quantity_unit,
    days_supply,
  }
}

interface BrandRun {
  readonly brand: string
  readonly runId: string
}

/** Stores drugs that other resources refer to. */
export async function importMedications(
  tx: Tx,
  incoming: readonly IncomingResource<ReadMedication>[],
  run: BrandRun,
): Promise<Outcome[]> {
  const known = await tx
    .selectFrom('import_medication')
    .select(['medication_id', 'content_hash as hash', 'version', 'labeled'])
    .where('brand', '=', run.brand)
    .where('medication_id', '=', sql<string>`any(${incoming.map(({ read }) => read.resourceId)}::text[])`)
    .orderBy('medication_id')
    .forUpdate()
    .execute()
  const stored = new Map(known.map((row) => [row.medication_id, row]))
  const { changed, outcomes } = selectLatest(incoming, ({ read }) => read.resourceId, stored)
  if (changed.length === 0) return outcomes
  // Earlier prescriptions refer to it, too.
  if (changed.some(({ read }) => read.labeled !== (stored.get(read.resourceId)?.labeled ?? false)))
    await reviewAgain(tx, run.brand)
  const values = changed.map(({ read, version, hash }) => ({
    brand: run.brand,
    medication_id: read.resourceId,
    name: read.name,
    rxnorm: read.rxnorm,
    ndc: read.ndc,
    labeled: read.labeled,
    version,
    content_hash: hash,
    run_id: run.runId,
  }))
  await tx
    .insertInto('import_medication')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['brand', 'medication_id'])
        .doUpdateSet(takeExcluded('name', 'rxnorm', 'ndc', 'labeled', 'version', 'content_hash', 'run_id')),
    )
    .execute()
  return outcomes
}

export async function findMedications(tx: Tx, brand: string, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('import_medication')
    .select(['medication_id', 'name', 'rxnorm', 'ndc', 'labeled'])
    .where('brand', 'in', [brand, everyBrand])
    .where('medication_id', '=', sql<string>`any(${ids}::text[])`)
    // The brand's own come last and take precedence.
    .orderBy((eb) => eb('brand', '=', brand))
    .execute()
  return new Map(rows.map(({ medication_id, ...drug }) => [medication_id, drug]))
}

const namedIn = [
  ['prescription', 'prescriber_id', 'prescriber_name'],
  ['dispense', 'pharmacy_id', 'pharmacy_name'],
  ['prior_authorization', 'provider_id', 'provider_name'],
] as const

/** Fills the names of providers from their own files into members' records, by id (IM-1). */
export async function nameRecords(
  tx: Tx,
  members: readonly string[],
  { names, addresses }: Pick<IncomingRecord, 'names' | 'addresses'>,
): Promise<void> {
  for (const [table, id, name] of namedIn) await fillIn(tx, members, { table, id, value: name, values: names })
  const address = { table: 'dispense', id: 'pharmacy_id', value: 'pharmacy_address', values: addresses }
  await fillIn(tx, members, address)
  const named = selectPairs(names)
  await sql`update care_team set participants = (
      select jsonb_agg(case when named.name is null then one else one || jsonb_build_object('name', named.name) end order by place)
      from jsonb_array_elements(participants) with ordinality as each (one, place)
      left join ${named} on named.id = one ->> 'id')
    where member_id = any(${members}::uuid[]) and exists (
      select from jsonb_array_elements(participants) as each (one) join ${named} on named.id = one ->> 'id'
      where one ->> 'name' is distinct from named.name)`.execute(tx)
}

interface Filled {
  readonly table: string
  /** The column with the provider's id, and the one that stores data of the provider. */
  readonly id: string
  readonly value: string
  readonly values: ReadonlyMap<string, string>
}

async function fillIn(tx: Tx, members: readonly string[], { table, id, value, values }: Filled): Promise<void> {
  await sql`update ${sql.table(table)} set ${sql.ref(value)} = named.name from ${selectPairs(values)}
    where member_id = any(${members}::uuid[]) and ${sql.ref(id)} = named.id
      and ${sql.ref(value)} is distinct from named.name`.execute(tx)
}

function selectPairs(values: ReadonlyMap<string, string>) {
  return sql`unnest(${[...values.keys()]}::text[], ${[...values.values()]}::text[]) as named (id, name)`
}
