import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'

/** Notes that people, by their ids in files, also belong to a brand. */
export async function noteBrands(
  db: Reader,
  some: readonly { readonly patient: string; readonly brand: string }[],
): Promise<void> {
  const [people, brands] = [some.map(({ patient }) => patient), some.map(({ brand }) => brand)]
  await sql`insert into import_patient_brand (patient_id, brand)
    select * from unnest(${people}::text[], ${brands}::text[]) on conflict do nothing`.execute(db)
}

/** The brands of people, in order. */
export async function findBrandsOfPeople(tx: Tx, people: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx
    .selectFrom('import_patient_brand')
    .selectAll()
    .where('patient_id', '=', sql<string>`any(${[...new Set(people)]}::text[])`)
    .orderBy('brand')
    .execute()
  const grouped = Map.groupBy(rows, (row) => row.patient_id)
  return new Map([...grouped].map(([patient, some]) => [patient, some.map(({ brand }) => brand)]))
}
