import { EVERY_BRAND } from '@portico/rules/content/match'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type ContentRow = Selectable<Tables['content_item']>

/** Every item that may answer for a brand: by name, or by type. */
export async function listContent(
  db: Reader,
  wanted: { readonly names: readonly string[]; readonly types: readonly string[]; readonly brand: string },
): Promise<ContentRow[]> {
  const { names, types, brand } = wanted
  if (names.length + types.length === 0) return []
  return db
    .selectFrom('content_item')
    .selectAll()
    .where((eb) => eb.or([eb('name', 'in', [...names, '']), eb('content_type', 'in', [...types, ''])]))
    .where('brand', 'in', [brand.toUpperCase(), EVERY_BRAND])
    .orderBy('name')
    .execute()
}

export type SeedRow = Pick<ContentRow, 'name' | 'brand' | 'language' | 'qualifiers' | 'content_type' | 'value'>

/** When any item last changed; the epoch where there is none. */
export async function lastChange(db: Reader): Promise<Date> {
  const row = await db
    .selectFrom('content_item')
    .select((eb) => eb.fn.max('updated_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? new Date(0)
}

/** Makes the items of the release those given, so that what stays the same keeps its date; what was edited stays. */
export async function replaceRelease(tx: Tx, rows: readonly SeedRow[], now: Date): Promise<void> {
  await sql`lock table content_item in share row exclusive mode`.execute(tx)
  const present = await tx.selectFrom('content_item').selectAll().where('origin', '=', 'release').execute()
  const wanted = new Map(rows.map((row) => [keyOf(row), row]))
  const same = new Set(present.filter((row) => wanted.get(keyOf(row))?.value === row.value).map(keyOf))
  for (const row of present.filter((one) => !same.has(keyOf(one)))) {
    await tx
      .deleteFrom('content_item')
      .where('name', '=', row.name)
      .where('brand', '=', row.brand)
      .where('language', '=', row.language)
      .where(sql<boolean>`qualifiers = ${JSON.stringify(row.qualifiers)}::jsonb`)
      .execute()
  }
  const changed = rows.filter((row) => !same.has(keyOf(row)))
  if (changed.length === 0) return
  const values = changed.map((row) => ({
    ...row,
    qualifiers: JSON.stringify(row.qualifiers),
    origin: 'release' as const,
    updated_at: now,
  }))
  await tx
    .insertInto('content_item')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function keyOf({ name, brand, language, qualifiers }: SeedRow): string {
  return JSON.stringify([name, brand, language, Object.entries(qualifiers).sort()])
}
