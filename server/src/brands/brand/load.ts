import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Language, languages } from '@portico/contract/page'
import { checkContrast, deriveTokens, type Tokens } from '@portico/rules/brand/colors'
import type { Brand, BrandTexts } from '@portico/rules/brand/types'
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
  /** The record, adjusted. */
  readonly brand: Brand
  readonly texts: Readonly<Record<Language, BrandTexts>>
  readonly tokens: Tokens
  /** `logo` for light backgrounds, `logoOnDark` for the brand's dark background, `mark` a square tile for browser tabs and home screens. */
  readonly images: Readonly<Record<BrandImageName, BrandImage>>
}

/** All brands that the server knows, by code. */
export type BrandSet = ReadonlyMap<string, LoadedBrand>

/** Brands that every portal needs. */
const needed: readonly string[] = ['default', 'shop']

/** Thrown when brand folders are broken; `problems` has one line each: file, field, what is wrong. */
export class BrandDataError extends CannotRun {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The brand folders have ${problems.length} problem(s):\n${problems.map((line) => `  ${line}`).join('\n')}`)
    this.name = 'BrandDataError'
    this.problems = problems
  }
}

/**
 * Reads every folder of `dir` at start-up (BR-8). `adjust` is applied to each record after the checks, for values that rules impose on a
 * brand whatever its record says (BR-9). Throws a BrandDataError that names every problem of every folder.
 */
export function loadBrands(dir: string, adjust: (brand: Brand) => Brand = (brand) => brand): BrandSet {
  const problems: string[] = []
  const names = readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort()
  for (const code of needed) {
    if (!names.includes(code)) problems.push(`${basename(dir)}/${code}/brand.json: file: is missing`)
  }
  const folders = names.map((name) => readFolder(dir, name, problems))
  const sound = folders.filter((folder) => folder !== null)
  // Compared only when complete: a broken folder would make others look wrong.
  if (sound.length === folders.length) problems.push(...setProblems(sound))
  if (problems.length > 0) throw new BrandDataError(problems)
  return new Map(sound.map(({ loaded }) => [loaded.brand.code, { ...loaded, brand: adjust(loaded.brand) }]))
}

/**
 * The brands of the program and, beside it, those of the folder `own` (`BRANDS_DIR`), which count before one of the same code. A folder of
 * one's own that is broken, or that clashes with another brand, is left out and told: it never keeps the others from starting.
 */
export function loadEveryBrand(
  dir: string,
  { own, only = null, adjust, warn }: OwnBrands & { readonly adjust: (brand: Brand) => Brand },
): BrandSet {
  const shipped = new Map([...loadBrands(dir)].filter(([code]) => only === null || isServed(code, only)))
  if (own === undefined) return adjustAll(shipped, adjust)
  const folders = new Map<string, Folder>()
  for (const code of shipped.keys()) {
    const folder = readFolder(dir, code, [])
    if (folder !== null) folders.set(code, folder)
  }
  for (const { name } of foldersIn(own)) {
    const problems: string[] = []
    const folder = readFolder(own, name, problems)
    const others = [...folders].filter(([code]) => code !== name).map(([, one]) => one)
    if (folder !== null && problems.length === 0) {
      // Whatever is wrong among the others is not this one's fault.
      const before = new Set(setProblems(others))
      problems.push(...setProblems([...others, folder]).filter((problem) => !before.has(problem)))
    }
    if (folder !== null && problems.length === 0) folders.set(name, folder)
    else warn(`The brand ${name} of BRANDS_DIR is left out: ${problems.join('; ')}`, name)
  }
  return adjustAll(new Map([...folders].map(([code, { loaded }]) => [code, loaded])), adjust)
}

export interface OwnBrands {
  readonly own: string | undefined
  /** Which of the program's own are served besides those that every portal needs; null: all. */
  readonly only?: readonly string[] | null
  readonly warn: (message: string, code: string) => void
}

function isServed(code: string, only: readonly string[]): boolean {
  return needed.includes(code) || only.includes(code)
}

function adjustAll(brands: BrandSet, adjust: (brand: Brand) => Brand): BrandSet {
  return new Map([...brands].map(([code, one]) => [code, { ...one, brand: adjust(one.brand) }]))
}

function foldersIn(dir: string) {
  try {
    return readdirSync(dir, { withFileTypes: true }).filter((one) => one.isDirectory() && !one.name.startsWith('.'))
  } catch {
    throw new CannotRun(`BRANDS_DIR ${dir} cannot be read: it must be a folder with a folder for each brand.`)
  }
}

interface Folder extends CheckedFolder {
  readonly loaded: LoadedBrand
}

/** Null if record or texts are broken; every problem, also of drawings, is added to `problems`. */
function readFolder(dir: string, folder: string, problems: string[]): Folder | null {
  const formatPath = (file: string) => `${basename(dir)}/${folder}/${file}`
  const read = (file: string, field = `${formatPath(file)}: file`): string | null => {
    try {
      return readFileSync(join(dir, folder, file), 'utf8')
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
  const texts = languages.flatMap((language) => {
    const read = readData(`texts.${language}.json`, BrandTextsSchema)
    return read ? [{ language, file: formatPath(`texts.${language}.json`), texts: read }] : []
  })
  const images = {
    logo: readImage(brand?.logoImg ?? 'logo.svg', `${file}: logoImg`),
    logoOnDark: readImage('logo-on-dark.svg'),
    mark: readImage('mark.svg'),
  }
  if (!brand || texts.length < languages.length) return null
  if (brand.code !== folder) problems.push(`${file}: code: must be the name of the folder, ${folder}`)
  const tokens = deriveTokens(brand.look)
  for (const { pair, ratio, needed } of checkContrast(tokens)) {
    problems.push(`${file}: look: ${pair} has a contrast of ${ratio.toFixed(2)}, ${needed} is needed`)
  }
  const byLanguage = Object.fromEntries(texts.map((one) => [one.language, one.texts])) as Record<Language, BrandTexts>
  return { file, brand, texts, loaded: { brand, texts: byLanguage, tokens, images } }
}
