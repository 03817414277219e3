import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Language } from '@portico/contract/page'
import { checkContrast, deriveTokens, type Tokens } from '@portico/rules/brand/colors'
import type { Brand, BrandTexts } from '@portico/rules/brand/types'
import { authoredLanguages, toAuthored } from '@portico/rules/languages/authored'
import { languages } from '@portico/rules/languages/list'
import type * as v from 'valibot'
import { CannotRun } from '../../platform/command-line.ts'
import { type CheckedFolder, setProblems } from './check-set.ts'
import { BrandSchema, BrandTextsSchema, parseChecked } from './schema.ts'
import { svgProblems } from './svg.ts'

/** A drawing of a brand. `hash` changes with the content, for ETags and for addresses that are cached forever. */
export interface BrandImage {
  readonly svg: string
  readonly hash: string
}

export type BrandImageName = 'logo' | 'logoOnDark' | 'mark'

export interface LoadedBrand {
  /** The record with `adjust` applied. */
  readonly brand: Brand
  /** The record as written. */
  readonly record: Brand
  readonly origin: BrandOrigin
  /** Administrators have withdrawn it: nobody sees it, while jobs and mail for its people continue. */
  readonly isWithdrawn: boolean
  readonly texts: Readonly<Record<Language, BrandTexts>>
  readonly tokens: Tokens
  /** `logo` for light backgrounds, `logoOnDark` for the brand's dark background, `mark` a square tile for browser tabs and home screens. */
  readonly images: Readonly<Record<BrandImageName, BrandImage>>
}

/** Where a brand is stored: in the program, in the console (the database), or in a folder outside the program (`BRANDS_DIR`). */
export type BrandOrigin = 'program' | 'console' | 'folder'

/** A brand in the console: the files of its folder, by name. */
export interface KeptBrand {
  readonly code: string
  readonly files: Readonly<Record<string, string>>
  readonly withdrawn?: boolean
}

/** All brands that the server knows, by code. */
export type BrandSet = ReadonlyMap<string, LoadedBrand>

/** Brands that every portal needs. */
const needed: readonly string[] = ['default', 'shop']

export const isNeeded = (code: string) => needed.includes(code)

/** Thrown for invalid brand folders; `problems` has one line each: file, field, what is wrong. */
export class BrandDataError extends CannotRun {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The brand folders have ${problems.length} problem(s):\n${problems.map((line) => `  ${line}`).join('\n')}`)
    this.name = 'BrandDataError'
    this.problems = problems
  }
}

/**
 * Reads every folder of `dir` at start-up (BR-8). `adjust` applies to each record after the checks, for values that rules impose on a
 * brand whatever its record says (BR-9). Throws a BrandDataError that names every problem of every folder.
 */
export function loadBrands(dir: string, adjust: (brand: Brand) => Brand = (brand) => brand): BrandSet {
  return adjustAll(new Map(readFolders(dir).map(({ loaded }) => [loaded.brand.code, loaded])), adjust)
}

function readFolders(dir: string): readonly Folder[] {
  const problems: string[] = []
  const names = readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort()
  for (const code of needed) {
    if (!names.includes(code)) problems.push(`${basename(dir)}/${code}/brand.json: file: is missing`)
  }
  const folders = names.map((name) => readFolder(inFolder(dir, name), problems))
  const sound = folders.filter((folder) => folder !== null)
  // Compared only if complete: an invalid folder would make others look wrong.
  if (sound.length === folders.length) problems.push(...setProblems(sound))
  if (problems.length > 0) throw new BrandDataError(problems)
  return sound
}

/** The brands of the program by their folder, read once: like its code, they stay the same while it runs. */
const shipped = new Map<string, readonly Folder[]>()

function readShipped(dir: string): readonly Folder[] {
  const folders = shipped.get(dir) ?? readFolders(dir)
  shipped.set(dir, folders)
  return folders
}

/**
 * The brands of the program and, in addition, those of the console and of the folder `own` (`BRANDS_DIR`); of several with one code,
 * the last counts. A brand that is invalid, or that clashes with another, is left out and reported: it never keeps the others from
 * starting.
 */
export function loadEveryBrand(
  dir: string,
  { own, kept = [], only = null, adjust, warn }: OwnBrands & { readonly adjust: (brand: Brand) => Brand },
): BrandSet {
  const served = readShipped(dir).filter(({ brand: { code } }) => only === null || isServed(code, only))
  const folders = new Map(served.map((folder) => [folder.brand.code, folder]))
  const beside = [
    ...kept.map((one) => ({ place: inConsole(one), where: 'of the console' })),
    ...foldersIn(own).map(({ name }) => ({ place: inFolder(own ?? '', name, 'folder'), where: 'of BRANDS_DIR' })),
  ]
  for (const { place, where } of beside) {
    const { name } = place
    const problems: string[] = []
    const folder = readFolder(place, problems)
    const others = [...folders].filter(([code]) => code !== name).map(([, one]) => one)
    if (folder !== null && problems.length === 0) {
      // A problem among the other brands is not this brand's fault.
      const before = new Set(setProblems(others))
      problems.push(...setProblems([...others, folder]).filter((problem) => !before.has(problem)))
    }
    if (folder !== null && problems.length === 0) folders.set(name, folder)
    else warn(`The brand ${name} ${where} is left out: ${problems.join('; ')}`, name)
  }
  return adjustAll(new Map([...folders].map(([code, { loaded }]) => [code, loaded])), adjust)
}

export interface OwnBrands {
  readonly own: string | undefined
  readonly kept?: readonly KeptBrand[]
  /** Which of the program's own brands to serve besides those that every portal needs; null: all. */
  readonly only?: readonly string[] | null
  readonly warn: (message: string, code: string) => void
}

function isServed(code: string, only: readonly string[]): boolean {
  return needed.includes(code) || only.includes(code)
}

function adjustAll(brands: BrandSet, adjust: (brand: Brand) => Brand): BrandSet {
  return new Map([...brands].map(([code, one]) => [code, { ...one, brand: adjust(one.brand) }]))
}

function foldersIn(dir: string | undefined) {
  if (dir === undefined) return []
  try {
    return readdirSync(dir, { withFileTypes: true }).filter((one) => one.isDirectory() && !one.name.startsWith('.'))
  } catch {
    throw new CannotRun(`BRANDS_DIR ${dir} cannot be read: it must be a folder with a folder for each brand.`)
  }
}

interface Folder extends CheckedFolder {
  readonly loaded: LoadedBrand
}

/** Where the files of a brand are. */
interface Place {
  readonly name: string
  readonly origin: BrandOrigin
  readonly isWithdrawn: boolean
  formatPath(file: string): string
  /** Throws for a missing file. */
  open(file: string): string
}

function inFolder(dir: string, name: string, origin: BrandOrigin = 'program'): Place {
  return {
    ...{ name, origin, isWithdrawn: false },
    formatPath: (file) => `${basename(dir)}/${name}/${file}`,
    open: (file) => readFileSync(join(dir, name, file), 'utf8'),
  }
}

function inConsole({ code, files, withdrawn = false }: KeptBrand): Place {
  return {
    ...{ name: code, origin: 'console', isWithdrawn: withdrawn },
    formatPath: (file) => `${code}/${file}`,
    open: (file) => {
      const found = files[file]
      if (found === undefined) throw new Error(`There is no ${file}.`)
      return found
    },
  }
}

/** The brand as it would be served next to the others, or what is wrong with it: `file: field: what is wrong`. */
export function judgeBrand(
  kept: KeptBrand,
  others: readonly CheckedFolder[],
): { readonly loaded: LoadedBrand | null; readonly problems: readonly string[] } {
  const problems: string[] = []
  const folder = readFolder(inConsole(kept), problems)
  if (folder !== null && problems.length === 0) {
    const before = new Set(setProblems(others))
    problems.push(...setProblems([...others, folder]).filter((problem) => !before.has(problem)))
  }
  return { loaded: folder?.loaded ?? null, problems }
}

/** A served brand, for comparisons with others. */
export function asChecked({ record, texts }: LoadedBrand): CheckedFolder {
  const files = authoredLanguages.map((language) => {
    return { language, file: `${record.code}/texts.${language}.json`, texts: texts[language] }
  })
  return { file: `${record.code}/brand.json`, brand: record, texts: files }
}

/** Null if record or texts are invalid; adds every problem, including those of drawings, to `problems`. */
function readFolder(place: Place, problems: string[]): Folder | null {
  const { formatPath } = place
  const read = (file: string, field = `${formatPath(file)}: file`): string | null => {
    try {
      return place.open(file)
    } catch {
      problems.push(`${field}: ${file} cannot be read`)
      return null
    }
  }
  const readData = <Schema extends v.GenericSchema>(file: string, schema: Schema): v.InferOutput<Schema> | null => {
    const source = read(file)
    if (source === null) return null
    const result = parseChecked(schema, source)
    if ('output' in result) return result.output
    problems.push(...result.problems.map((problem) => `${formatPath(file)}: ${problem}`))
    return null
  }
  const readImage = (file: string, field?: string): BrandImage => {
    const source = read(file, field)
    if (source !== null) problems.push(...svgProblems(source).map((problem) => `${formatPath(file)}: ${problem}`))
    const svg = source ?? ''
    return { svg, hash: createHash('sha256').update(svg).digest('base64url').slice(0, 16) }
  }

  const file = formatPath('brand.json')
  const brand = readData('brand.json', BrandSchema)
  const texts = authoredLanguages.flatMap((language) => {
    const read = readData(`texts.${language}.json`, BrandTextsSchema)
    return read ? [{ language, file: formatPath(`texts.${language}.json`), texts: read }] : []
  })
  const images = {
    logo: readImage(brand?.logoImg ?? 'logo.svg', `${file}: logoImg`),
    logoOnDark: readImage('logo-on-dark.svg'),
    mark: readImage('mark.svg'),
  }
  if (!brand || texts.length < authoredLanguages.length) return null
  if (brand.code !== place.name) problems.push(`${file}: code: must be the name of the folder, ${place.name}`)
  const tokens = deriveTokens(brand.look)
  for (const { pair, ratio, needed } of checkContrast(tokens)) {
    problems.push(`${file}: look: ${pair} has a contrast of ${ratio.toFixed(2)}, ${needed} is needed`)
  }
  const written = new Map(texts.map((one) => [one.language, one.texts]))
  const byLanguage = Object.fromEntries(
    languages.map((language) => [language, written.get(toAuthored(language))]),
  ) as Record<Language, BrandTexts>
  const { origin, isWithdrawn } = place
  const loaded = { brand, record: brand, origin, isWithdrawn, texts: byLanguage, tokens, images }
  return { file, brand, texts, loaded }
}
