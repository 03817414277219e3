import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Language } from '@portico/rules/languages/list'

/** A text of the interface in a language, beside the English that it stands for. */
export interface LanguageText {
  readonly area: string
  readonly id: string
  readonly english: string
  /** Null: there is none, and English shows. */
  readonly translated: string | null
  /** Of both texts: where one changes, nobody has read it yet. */
  readonly hash: string
}

export interface LanguageTexts {
  /** In the order of areas, and in each as its file has them. */
  readonly all: readonly LanguageText[]
  /** What all that is translated is known by; it differs if any text does. */
  readonly version: string
}

const root = resolve(import.meta.dirname, '../../../..')
const pages = join(root, 'web/src/base/texts')

const known = new Map<Language, LanguageTexts>()

/** Every text of this release in a language (LG-4): those of pages, and those of what the server writes by itself, such as e-mails. */
export function readLanguageTexts(language: Language): LanguageTexts {
  const read = known.get(language) ?? collect(language)
  known.set(language, read)
  return read
}

function collect(language: Language): LanguageTexts {
  const all = listAreas().flatMap(({ area, file }) => {
    const english = readFile(file('en'))
    const translated = readFile(file(language))
    return Object.entries(english).map(([id, text]) => {
      const own = translated[id] ?? null
      return { area, id, english: text, translated: own, hash: digest([area, id, text, own ?? '']).slice(0, 16) }
    })
  })
  const there = all.filter(({ translated }) => translated !== null)
  return { all, version: digest(there.map(({ hash }) => hash)) }
}

function listAreas(): readonly { readonly area: string; readonly file: (language: Language) => string }[] {
  const ofPages = globSync('*.json', { cwd: join(pages, 'en') }).map((name) => ({
    area: basename(name, '.json'),
    file: (language: Language) => join(pages, language, name),
  }))
  const ofServer = globSync('server/src/*/*/texts/en.json', { cwd: root }).map((path) => ({
    area: `server-${basename(resolve(root, path, '../..'))}`,
    file: (language: Language) => join(root, path, '..', `${language}.json`),
  }))
  return [...ofPages, ...ofServer].sort((one, other) => (one.area < other.area ? -1 : 1))
}

function readFile(file: string): Readonly<Record<string, string>> {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** 22 characters. */
function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
}
