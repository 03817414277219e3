import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { everyBrand } from '@portico/rules/brand/every'
import { QUALIFIERS } from '@portico/rules/content/request'
import { authoredLanguages } from '@portico/rules/languages/authored'
import * as v from 'valibot'
import type { Database } from '../../platform/db/database.ts'
import { replaceRelease, type SeedRow } from './store.ts'

const Item = v.strictObject({
  brand: v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9]+$/, 'must be a shared code in capitals')), everyBrand),
  language: v.picklist(authoredLanguages),
  qualifiers: v.optional(v.record(v.picklist(QUALIFIERS), v.string()), {}),
  /** Values that are not texts are stored as JSON. */
  value: v.unknown(),
})

const SeedFile = v.record(
  v.string(),
  v.strictObject({ contentType: v.optional(v.string()), items: v.pipe(v.array(Item), v.minLength(1)) }),
)

/** Reads `content/site/*.json`. Throws an error with file and field if a file is invalid. */
export function readSeeds(contentDir: string): SeedRow[] {
  const folder = join(contentDir, 'site')
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return files.flatMap((file) => {
    const parsed = v.safeParse(SeedFile, JSON.parse(readFileSync(join(folder, file), 'utf8')))
    if (!parsed.success) {
      const problems = parsed.issues.map((issue) => `  ${v.getDotPath(issue) ?? ''}: ${issue.message}`)
      throw new Error(`content/site/${file}:\n${problems.join('\n')}`)
    }
    return Object.entries(parsed.output).flatMap(([name, { contentType, items }]) =>
      items.map(({ brand, language, qualifiers, value }) => ({
        name,
        brand,
        language,
        qualifiers,
        content_type: contentType ?? null,
        value: typeof value === 'string' ? value : JSON.stringify(value),
      })),
    )
  })
}

/** Puts the texts of this release into the database; edited texts stay. */
export async function seedContent(database: Database, rows: readonly SeedRow[], now: Date): Promise<void> {
  await database.transaction((tx) => replaceRelease(tx, rows, now))
}
