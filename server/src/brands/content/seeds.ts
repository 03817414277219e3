import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { everyBrand } from '@portico/rules/brand/every'
import { QUALIFIERS } from '@portico/rules/content/request'
import { authoredLanguages } from '@portico/rules/languages/authored'
import { languages } from '@portico/rules/languages/list'
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
  const translations = readTranslations(contentDir)
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return files.flatMap((file) => {
    const parsed = v.safeParse(SeedFile, JSON.parse(readFileSync(join(folder, file), 'utf8')))
    if (!parsed.success) {
      const problems = parsed.issues.map((issue) => `  ${v.getDotPath(issue) ?? ''}: ${issue.message}`)
      throw new Error(`content/site/${file}:\n${problems.join('\n')}`)
    }
    return Object.entries(parsed.output).flatMap(([name, { contentType, items }]) =>
      [...items, ...translate(items)].map(({ brand, language, qualifiers, value }) => ({
        name,
        brand,
        language,
        qualifiers,
        content_type: contentType ?? null,
        value: typeof value === 'string' ? value : JSON.stringify(value),
      })),
    )
  })

  /**
   * An item in machine-translated languages: translations of all of its English versions, or none, so that no brand's own version is
   * outranked.
   */
  function translate(items: readonly v.InferOutput<typeof Item>[]) {
    const english = items.filter(({ language }) => language === 'en')
    return translations.flatMap(({ language, words }) => {
      const own = english.map((item) => ({ ...item, language, value: withWords(item.value, words) }))
      return own.every(({ value }) => value !== null) ? own : []
    })
  }
}

/** The contents of `content/translated`, by the English. */
function readTranslations(contentDir: string) {
  return languages.flatMap((language) => {
    const file = join(contentDir, 'translated', `${language}.json`)
    if (!existsSync(file)) return []
    return [{ language, words: new Map(Object.entries(v.parse(Words, JSON.parse(readFileSync(file, 'utf8'))))) }]
  })
}

const Words = v.record(v.string(), v.pipe(v.string(), v.nonEmpty()))

/** Parts of items without words: names, addresses, pictures. */
const wordless =
  /^(id|questionId|icon|iconType|mainHdrimg|url|href|linkTarget|brandVisibility|languageCode|nativeName)$/

/** An item's value with its words in another language; null if any of them has no translation. */
function withWords(value: unknown, words: ReadonlyMap<string, string>): unknown {
  let isWhole = true
  let count = 0
  const place = (part: unknown, name: string): unknown => {
    if (Array.isArray(part)) return part.map((one) => place(one, name))
    if (part !== null && typeof part === 'object')
      return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, place(one, key)]))
    if (typeof part !== 'string' || wordless.test(name)) return part
    const own = words.get(part)
    if (own === undefined) isWhole = false
    else count += 1
    return own
  }
  const placed = place(value, '')
  return isWhole && count > 0 ? placed : null
}

/** Puts the texts of this release into the database; edited texts stay. */
export async function seedContent(database: Database, rows: readonly SeedRow[], now: Date): Promise<void> {
  await database.transaction((tx) => replaceRelease(tx, rows, now))
}
