import type { AuthoredLanguage } from '@portico/contract/page'
import { authoredLanguages } from '@portico/rules/languages/authored'
import { type SettingKey, settingKeys } from '@portico/rules/settings/declared'
import * as v from 'valibot'

/** A text as stored in a file. */
export interface FiledText {
  readonly name: string
  readonly contentType: string | null
  readonly brand: string
  readonly language: AuthoredLanguage
  readonly qualifiers: Readonly<Record<string, string>>
  readonly value: string
  /** The version last written before the export; null: there was none. */
  readonly version: string | null
}

export interface FiledSetting {
  /** Code of a brand, or ALL. */
  readonly brand: string
  readonly key: SettingKey
  readonly value: boolean | number | string | readonly string[]
  /** The last change before the export; null: the console never changed the setting. */
  readonly change: string | null
}

export interface ContentFiles {
  readonly texts: readonly FiledText[]
  readonly settings: readonly FiledSetting[]
}

const settingsFile = 'settings.json'
const Id = v.nullable(v.pipe(v.string(), v.uuid()))

const TextFile = v.strictObject({
  contentType: v.nullable(v.string()),
  items: v.array(
    v.strictObject({
      brand: v.pipe(v.string(), v.regex(/^[A-Z0-9]+$/)),
      language: v.picklist(authoredLanguages),
      qualifiers: v.optional(v.record(v.string(), v.string()), {}),
      value: v.union([v.string(), v.array(v.unknown()), v.record(v.string(), v.unknown())]),
      version: Id,
    }),
  ),
})

const SettingsFile = v.array(
  v.strictObject({
    brand: v.string(),
    key: v.picklist(settingKeys),
    value: v.union([v.boolean(), v.number(), v.string(), v.array(v.string())]),
    change: Id,
  }),
)

/** A file for each name, and one for the settings, in a fixed order, so that changing one text or setting changes one line. */
export function toFiles({ texts, settings }: ContentFiles): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const [name, own] of Map.groupBy(texts, (text) => text.name)) {
    const items = own
      .map(({ brand, language, qualifiers, value, version }) => ({
        brand,
        language,
        ...(Object.keys(qualifiers).length > 0 && {
          qualifiers: Object.fromEntries(Object.entries(qualifiers).sort()),
        }),
        value: readable(value),
        version,
      }))
      .sort((one, other) => (toOrder(one) < toOrder(other) ? -1 : 1))
    files.set(`texts/${name}.json`, json({ contentType: own[0]?.contentType ?? null, items }))
  }
  const order = ({ brand, key }: FiledSetting) => `${brand} ${key}`
  files.set(settingsFile, json([...settings].sort((one, other) => (order(one) < order(other) ? -1 : 1))))
  return files
}

/** Parses files into content, and reports what is wrong with each. */
export function fromFiles(files: ReadonlyMap<string, string>): {
  readonly filed: ContentFiles
  readonly wrong: readonly string[]
} {
  const texts: FiledText[] = []
  const settings: FiledSetting[] = []
  const wrong: string[] = []
  for (const [path, content] of files) {
    const [, name] = /^texts\/(\w+)\.json$/.exec(path) ?? []
    if (name === undefined && path !== settingsFile) {
      wrong.push(`${path}: is no file of an export`)
      continue
    }
    if (name === undefined) {
      const read = v.safeParse(v.pipe(v.string(), v.parseJson(), SettingsFile), content)
      if (read.success) settings.push(...read.output)
      else wrong.push(...formatProblems(path, read.issues))
      continue
    }
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), TextFile), content)
    if (!read.success) {
      wrong.push(...formatProblems(path, read.issues))
      continue
    }
    const { contentType, items } = read.output
    for (const { value, ...item } of items) {
      texts.push({ name, contentType, ...item, value: typeof value === 'string' ? value : JSON.stringify(value) })
    }
    const keys = items.map(toOrder)
    if (new Set(keys).size < keys.length) wrong.push(`${path}: has a text twice`)
  }
  const keys = settings.map(({ brand, key }) => `${brand} ${key}`)
  if (new Set(keys).size < keys.length) wrong.push(`${settingsFile}: has a setting twice`)
  return { filed: { texts, settings }, wrong }
}

/** Writes a JSON value as an object, which is easier to review, if serializing it again gives exactly the same text. */
function readable(value: string): unknown {
  try {
    const parsed: unknown = JSON.parse(value)
    const isParts = typeof parsed === 'object' && parsed !== null
    return isParts && JSON.stringify(parsed) === value ? parsed : value
  } catch {
    return value
  }
}

function toOrder(item: { brand: string; language: string; qualifiers?: Readonly<Record<string, string>> }): string {
  return JSON.stringify([item.brand, item.language, Object.entries(item.qualifiers ?? {}).sort()])
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function formatProblems(path: string, issues: readonly v.BaseIssue<unknown>[]): string[] {
  return issues.slice(0, 5).map((issue) => `${path}: ${v.getDotPath(issue) ?? ''} ${issue.message}`)
}
