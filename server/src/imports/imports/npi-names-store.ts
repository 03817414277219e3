import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { everyBrand } from './every-brand.ts'
import { listNamed } from './naming-store.ts'
import { toNpiId } from './npi-id.ts'

/** Names of providers by NPI: from their own files, else from a directory. None for an NPI with several names. */
export async function namesOfNpis(tx: Tx, brand: string, npis: readonly string[]): Promise<Map<string, string>> {
  if (npis.length === 0) return new Map()
  const { rows } = await sql<{ npi: string; name: string }>`
    select npi, min(name) as name from import_party
    where npi = any(${[...npis]}::text[]) and brand in (${brand}, ${everyBrand}) and name <> ''
    group by npi, brand having min(name) = max(name) order by brand = ${brand}`.execute(tx)
  const own = new Map(rows.map(({ npi, name }) => [npi, name]))
  const others = await namesInDirectory(
    tx,
    brand,
    npis.filter((npi) => !own.has(npi)),
  )
  return new Map([...others, ...own])
}

/** Names of providers in the shown directories, if all their locations have the same one; the brand's own directory takes precedence. */
export async function namesInDirectory(tx: Tx, brand: string, npis: readonly string[]): Promise<Map<string, string>> {
  if (npis.length === 0) return new Map()
  const { rows } = await sql<{ npi: string; name: string }>`
    select provider_id as npi, min(name) as name from directory_entry join directory_generation g using (generation)
    where g.state = 'live' and source in ('', ${brand}) and provider_id = any(${[...npis]}::text[])
    group by source, provider_id having min(name) = max(name) order by source`.execute(tx)
  return new Map(rows.map(({ npi, name }) => [npi, name]))
}

/** Notes the providers whose names are to be filled into claims and records that have only their NPIs. */
export async function noteNpis(tx: Tx, npis: readonly string[]): Promise<void> {
  await noteToName(tx, await listNamed(tx, npis.map(toNpiId)))
}

export async function noteToName(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`insert into import_naming (party_id) select unnest(${[...ids]}::text[])
    on conflict (party_id) do update set after = default`.execute(tx)
}
