import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Language } from '@portico/rules/languages/list'

/** A text of the interface in a language, next to its English original. */
export interface LanguageText {
  readonly area: string
  readonly id: string
  readonly english: string
  /** Null: there is no translation, and English shows. */
  readonly translated: string | null
  /** Of both texts: when either changes, the text counts as unread. */
  readonly hash: string
}

export interface LanguageTexts {
  /** In the order of areas, and within each in the order of its file. */
  readonly all: readonly LanguageText[]
  /** A fingerprint of all translated texts; it changes with any of them. */
  readonly version: string
}

const root = resolve(import.meta.dirname, '../../../..')
const pages = join(root, 'web/src/base/texts')

const known = new Map<Language, LanguageTexts>()

/**
 * Every text of this release in a language (LG-4): those of pages, those that the server writes, such as e-mails, and the names of care.
 */
export function readLanguageTexts(language: Language): LanguageTexts {
  const read = known.get(language) ?? collect(language)
  known.set(language, read)
  return read
}

function collect(language: Language): LanguageTexts {
  const all = listAreas().flatMap(({ area, english, file }) => {
    const translated = readFile(file(language))
    return Object.entries(english).map(([id, text]) => {
      const own = translated[id] ?? null
      return { area, id, english: text, translated: own, hash: digest([area, id, text, own ?? '']).slice(0, 16) }
    })
  })
  const there = all.filter(({ translated }) => translated !== null)
  return { all, version: digest(there.map(({ hash }) => hash)) }
}

interface Area {
  readonly area: string
  readonly english: Readonly<Record<string, string>>
  readonly file: (language: Language) => string
}

function listAreas(): readonly Area[] {
  const ofPages = globSync('*.json', { cwd: join(pages, 'en') }).map((name) => ({
    area: basename(name, '.json'),
    file: (language: Language) => join(pages, language, name),
  }))
  const ofServer = globSync('server/src/*/*/texts/en.json', { cwd: root }).map((path) => ({
    area: `server-${basename(resolve(root, path, '../..'))}`,
    file: (language: Language) => join(root, path, '..', `${language}.json`),
  }))
  const written = [...ofPages, ...ofServer].map((one) => ({ ...one, english: readFile(one.file('en')) }))
  return [...written, readCareNames()].sort((one, other) => (one.area < other.area ? -1 : 1))
}

/** Names of services and benefits: each English name is its own id. */
function readCareNames(): Area {
  const file = (language: Language) => join(root, 'server/src/member/coverage/care-texts', `${language}.json`)
  const english = Object.fromEntries(Object.keys(readFile(file('es'))).map((name) => [name, name]))
  return { area: 'server-care', english, file }
}

function readFile(file: string): Readonly<Record<string, string>> {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** 22 characters long. */
function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
}
