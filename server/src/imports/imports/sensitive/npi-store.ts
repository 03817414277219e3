import { sql } from 'kysely'
import { computeFhirId } from '../../../apis/fhir/shelf/place.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { everyBrand } from '../every-brand.ts'

/** Who is waited for by their NPI alone, among what resources wait for by type and id. */
const toTarget = (npi: string) => `NPI/${npi}`

/** Those who give care under some NPIs, as `Type/id` of the shelf. */
export async function findPartiesByNpi(
  tx: Tx,
  brand: string,
  npis: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (npis.length === 0) return new Map()
  const { rows } = await sql<{ npi: string; type: string; id: string }>`
    select npi, party_type as type, party_id as id from import_party
    where npi = any(${[...npis]}::text[]) and brand in (${brand}, ${everyBrand})`.execute(tx)
  const keys = rows.map(({ npi, type, id }) => ({ npi, key: `${type}/${computeFhirId(brand, type, id)}` }))
  return new Map(
    [...Map.groupBy(keys, ({ npi }) => npi)].map(([npi, some]) => [npi, [...new Set(some.map(({ key }) => key))]]),
  )
}

/** Notes which members' resources name somebody by an NPI that nobody has yet. */
export async function noteAwaited(
  tx: Tx,
  brand: string,
  some: readonly { readonly memberId: string; readonly npi: string }[],
): Promise<void> {
  if (some.length === 0) return
  await sql`insert into fhir_waiting (target, member_id, party, brand)
    select distinct target, member_id, '', ${brand} from unnest(${some.map(({ npi }) => toTarget(npi))}::text[],
      ${some.map(({ memberId }) => memberId)}::uuid[]) as new (target, member_id)
    on conflict (target, member_id, party) do nothing`.execute(tx)
}

/** Those of some NPIs that resources wait for. */
export async function listAwaited(tx: Tx, brand: string, npis: readonly string[]): Promise<string[]> {
  if (npis.length === 0) return []
  const { rows } = await sql<{ npi: string }>`
    select npi from unnest(${[...new Set(npis)]}::text[]) as named (npi)
    where exists (select from fhir_waiting where target = 'NPI/' || npi and (brand = ${brand} or ${brand} = ${everyBrand}))`.execute(
    tx,
  )
  return rows.map(({ npi }) => npi)
}

/** Takes NPIs off the list of what is waited for: their members are judged anew. */
export async function dropAwaited(tx: Tx, brand: string, npis: readonly string[]): Promise<void> {
  if (npis.length === 0) return
  await sql`delete from fhir_waiting where target = any(${npis.map(toTarget)}::text[])
    and (brand = ${brand} or ${brand} = ${everyBrand})`.execute(tx)
}

/** The NPIs of those parties of a brand whom roles stand for, by their ids in files. */
export async function listNpis(tx: Tx, brand: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ npi: string }>`select distinct npi from import_party
    where brand in (${brand}, ${everyBrand}) and party_id = any(${[...ids]}::text[]) and npi is not null`.execute(tx)
  return rows.map(({ npi }) => npi)
}

/** Kinds of care of directories that are the patient's own. */
const ownKinds = ['psychiatry', 'therapy', 'addiction']

/** Whether an entry gives such care: a person beside other care, too; a place alone, as a hospital has much. */
const givesOwnCare = sql`specialties && ${ownKinds}::text[] and (kind = 'individual' or specialties <@ ${ownKinds}::text[])`

/** Those of some NPIs under which a shown directory has somebody for care that is the patient's own. */
export async function listGivingInDirectory(
  tx: Tx,
  brand: string,
  npis: readonly string[],
): Promise<ReadonlySet<string>> {
  if (npis.length === 0) return new Set()
  const { rows } = await sql<{ npi: string }>`
    select distinct provider_id as npi from directory_entry join directory_generation g using (generation)
    where g.state = 'live' and source in ('', ${brand}) and provider_id = any(${[...npis]}::text[]) and ${givesOwnCare}`.execute(
    tx,
  )
  return new Set(rows.map(({ npi }) => npi))
}

/** How many providers of a directory are looked through at once. */
const providersAtOnce = 5000

/** The ids of the next providers of a directory. */
export async function listInDirectory(tx: Tx, generation: number, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct provider_id as id from directory_entry
    where generation = ${generation} and provider_id > ${after} order by provider_id limit ${providersAtOnce}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Those of some NPIs whom the records of brands wait for: a brand's, or any brand's. */
export async function findAwaited(
  tx: Tx,
  source: string,
  npis: readonly string[],
): Promise<readonly { readonly brand: string; readonly npi: string }[]> {
  if (npis.length === 0) return []
  const { rows } = await sql<{ brand: string; npi: string }>`
    select distinct brand, substr(target, 5) as npi from fhir_waiting
    where target = any(${npis.map(toTarget)}::text[]) and (${source} = '' or brand = ${source})`.execute(tx)
  return rows
}
