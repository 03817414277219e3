import { everyBrand } from '@portico/rules/brand/every'
import { contentDeclared, findAddedType } from '@portico/rules/content/declared'
import { extractFrame } from '@portico/rules/content/fields'
import { authoredLanguages } from '@portico/rules/languages/authored'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type ContentRow = Selectable<Tables['content_item']>

export type SeedRow = Pick<ContentRow, 'name' | 'brand' | 'language' | 'qualifiers' | 'content_type' | 'value'>

/** Replaces the released items with the given ones. Unchanged items keep their date, and edited ones stay. */
export async function replaceRelease(tx: Tx, rows: readonly SeedRow[], now: Date): Promise<void> {
  await sql`lock table content_item in share row exclusive mode`.execute(tx)
  const present = await tx.selectFrom('content_item').selectAll().where('origin', '=', 'release').execute()
  const wanted = new Map(rows.map((row) => [toKey(row), row]))
  const same = new Set(present.filter((row) => wanted.get(toKey(row))?.value === row.value).map(toKey))
  for (const row of present.filter((one) => !same.has(toKey(one)))) {
    await tx
      .deleteFrom('content_item')
      .where('name', '=', row.name)
      .where('brand', '=', row.brand)
      .where('language', '=', row.language)
      .where(sql<boolean>`qualifiers = ${JSON.stringify(row.qualifiers)}::jsonb`)
      .execute()
  }
  const changed = rows.filter((row) => !same.has(toKey(row)))
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

function toKey({ name, brand, language, qualifiers }: SeedRow): string {
  return JSON.stringify([name, brand, language, Object.entries(qualifiers).sort()])
}

/** The released text against which texts of a name are checked. */
export interface ReleasedText {
  readonly value: string
  readonly type: string | null
  /** Whether the portal came with translations of it. */
  readonly translated: boolean
}

/**
 * What the portal came with under each name, in English if available; for a brand, its own text if that has different parts than the
 * one for every brand. For a name that authors add, the initial value of a new item; null for a name that nothing reads.
 */
export async function listReleased(db: Reader): Promise<(name: string, brand?: string) => ReleasedText | null> {
  const rows = await db
    .selectFrom('content_item')
    .select(['name', 'brand', 'language', 'content_type', 'value'])
    // Machine translations follow what authors write; they are no standard to check against.
    .where('language', 'in', [...authoredLanguages])
    .orderBy('name')
    .orderBy((eb) => eb('brand', '=', everyBrand), 'desc')
    .orderBy('language')
    .execute()
  const known = new Map(
    [...Map.groupBy(rows, ({ name }) => name)].flatMap(([name, own]) => {
      const [first] = own
      if (first === undefined) return []
      const translated = new Set(own.map(({ language }) => language)).size > 1
      const others = own.filter(({ value }) => extractFrame(value) !== extractFrame(first.value)).reverse()
      return [...others.map((row) => [`${name} ${row.brand}`, row] as const), [name, first] as const].map(
        ([key, { value, content_type: type }]) => [key, { value, type, translated }] as const,
      )
    }),
  )
  return (name, brand) => known.get(`${name} ${brand}`) ?? known.get(name) ?? createText(name)
}

function createText(name: string): ReleasedText | null {
  const type = findAddedType(name)
  const blank = contentDeclared(name, type)?.blank
  return blank === undefined ? null : { value: blank, type, translated: true }
}
