import { sql } from 'kysely'
import { computeFhirId } from '../../../apis/fhir/shelf/place.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { everyBrand } from '../every-brand.ts'

/** The target in `fhir_waiting` of a provider who is known by NPI alone, beside targets by type and id. */
const toTarget = (npi: string) => `NPI/${npi}`

/** The care givers with some NPIs, as `Type/id` on the shelf. */
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

/** Notes which members' resources name a care giver by an NPI that nobody has yet. */
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

/** The NPIs among some that resources wait for. */
export async function listAwaited(tx: Tx, brand: string, npis: readonly string[]): Promise<string[]> {
  if (npis.length === 0) return []
  const { rows } = await sql<{ npi: string }>`
    select npi from unnest(${[...new Set(npis)]}::text[]) as named (npi)
    where exists (select from fhir_waiting where target = 'NPI/' || npi and (brand = ${brand} or ${brand} = ${everyBrand}))`.execute(
    tx,
  )
  return rows.map(({ npi }) => npi)
}

/** Removes NPIs from the waiting list: their members are judged again. */
export async function dropAwaited(tx: Tx, brand: string, npis: readonly string[]): Promise<void> {
  if (npis.length === 0) return
  await sql`delete from fhir_waiting where target = any(${npis.map(toTarget)}::text[])
    and (brand = ${brand} or ${brand} = ${everyBrand})`.execute(tx)
}

/** The NPIs of the parties that roles refer to, by the parties' ids in files. */
export async function listNpis(tx: Tx, brand: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ npi: string }>`select distinct npi from import_party
    where brand in (${brand}, ${everyBrand}) and party_id = any(${[...ids]}::text[]) and npi is not null`.execute(tx)
  return rows.map(({ npi }) => npi)
}

/** A directory's specialties of sensitive care. */
const ownKinds = ['psychiatry', 'therapy', 'addiction']

/**
 * Whether an entry gives such care: a person also beside other care; an organization only if it gives nothing else, because a hospital
 * gives many kinds.
 */
const givesOwnCare = sql`specialties && ${ownKinds}::text[] and (kind = 'individual' or specialties <@ ${ownKinds}::text[])`

/** The NPIs among some under which a shown directory lists somebody for sensitive care. */
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

/** How many providers of a directory are examined at once. */
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

/** The NPIs among some that records of a brand, or of any brand, wait for. */
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
