import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { ListedPlan } from '../../../care/rates/importing.ts'
import type { Machine } from '../machine.ts'
import { type Payers, refusePayer } from '../payers.ts'
import { Refused } from '../refused.ts'
import { whyUnreadable } from '../source/unreadable.ts'
import { isFields, type JsonFields, type RatesPiece, tooLarge } from './read.ts'

/** What the tables of contents of a run say (IM-8). */
export interface Contents {
  /** The other files of the run, and the files beside a table of contents that it names. */
  readonly files: readonly string[]
  /** The plans that a file's prices apply to, by its brand, name and folder; null: no table of contents names it. */
  findPlans(brand: string, file: string): readonly ListedPlan[] | null
  /**
   * Files that a table of contents names and the run lacks, with their plans. `findBrands`: the brands of a file of the run; none: unknown.
   */
  listOthers(findBrands: (file: string) => ReadonlySet<string>): readonly ListedFile[]
}

interface ListedFile {
  readonly brand: string
  readonly name: string
  readonly plans: readonly ListedPlan[]
}

interface ContentsRun {
  readonly machine: Machine
  readonly payers: Payers
  readonly brand: string | null
  readonly read: (file: string) => AsyncIterable<RatesPiece>
}

/** Plans by the name of a file. */
type PlansByName = Map<string, Map<string, ListedPlan>>

/**
 * Reads the tables of contents among the files of a run: only they say which plans a file without a plan applies to, and which files a
 * payer has.
 */
export async function readContents(run: ContentsRun, files: readonly string[]): Promise<Contents> {
  const listed = new Map<string, (ListedFile & { readonly folder: string })[]>()
  const others: string[] = []
  const beside: string[] = []
  for (const file of files) {
    const found = await readOne(run, file)
    if (found === null) {
      others.push(file)
      continue
    }
    for (const [name, plans] of found.plans) {
      const one = { brand: found.brand, name, plans: [...plans.values()], folder: dirname(file) }
      listed.set(`${found.brand} ${name}`, [...(listed.get(`${found.brand} ${name}`) ?? []), one])
    }
    beside.push(...(await listBeside(file, found.plans)))
  }
  const all = [...others, ...new Set(beside.filter((file) => !files.includes(file)))]
  const here = Map.groupBy(all, (file) => nameFile(basename(file)))
  return { files: all, findPlans, listOthers }

  /** A table of contents with a file of that name beside it means that file, and none in another folder. */
  function findPlans(brand: string, file: string): readonly ListedPlan[] | null {
    const name = nameFile(basename(file))
    const folders = new Set((here.get(name) ?? []).map((one) => dirname(one)))
    const own = (listed.get(`${brand} ${name}`) ?? []).filter(
      ({ folder }) => folder === dirname(file) || !folders.has(folder),
    )
    return own.length === 0 ? null : own.map(({ plans }) => plans).reduce(joinPlans)
  }

  /** A file with the same name may be from another brand's payer. */
  function listOthers(findBrands: (file: string) => ReadonlySet<string>): readonly ListedFile[] {
    const isHere = ({ brand, name }: ListedFile) =>
      (here.get(name) ?? []).some((file) => {
        const brands = findBrands(file)
        return brands.size === 0 || brands.has(brand)
      })
    return [...listed.values()].flatMap(([first, ...more]) =>
      first === undefined || isHere(first)
        ? []
        : { ...first, plans: more.reduce((plans, one) => joinPlans(plans, one.plans), first.plans) },
    )
  }
}

const keyPlan = ({ id, name }: ListedPlan) => `${id} ${name}`

function joinPlans(some: readonly ListedPlan[], more: readonly ListedPlan[]): readonly ListedPlan[] {
  return [...new Map([...some, ...more].map((one) => [keyPlan(one), one])).values()]
}

/** The name that a file shares with the last part of its URL, however the file was compressed. */
export function nameFile(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/\.(gz|zip)$/, '')
}

/** The name of a file from its URL, such as `https://payer.example/2026-11-01_a.json.gz?key=1`; null: it has none. */
function nameByAddress(address: string): string | null {
  const [path = ''] = address.split(/[?#]/)
  const last = path.split('/').at(-1) ?? ''
  try {
    return nameFile(decodeURIComponent(last)) || null
  } catch {
    return nameFile(last) || null
  }
}

/** Null for a file that is not recognizable as a table of contents: its faults are reported when its prices are read. */
async function readOne(
  run: ContentsRun,
  file: string,
): Promise<{ readonly brand: string; readonly plans: PlansByName } | null> {
  const { machine } = run
  const plans: PlansByName = new Map()
  let isContents = false
  try {
    for await (const piece of run.read(file)) {
      if (piece.kind === 'head' && piece.list !== 'reporting_structure') return null
      isContents ||= piece.kind === 'head'
      if (piece.kind === 'plans') await takeStructure(run, plans, { file, ...piece })
      if (piece.kind !== 'header') continue
      if (!isContents) return null
      const brand = findBrand(run, piece.value)
      machine.skip('table of contents', 'says of which plans files are, and has no prices')
      return { brand, plans }
    }
  } catch (error) {
    if (!isContents) return null
    const refused = error instanceof Refused ? error : new Refused('', whyUnreadable(error))
    await machine.reject({ file, line: 0 }, refused, '')
  }
  return isContents ? { brand: '', plans: new Map() } : null
}

function findBrand({ brand, payers }: ContentsRun, header: JsonFields): string {
  const { reporting_entity_name: entity } = header
  const name = typeof entity === 'string' ? entity : ''
  const found = brand ?? payers.findBrand(name)
  if (found === null) throw refusePayer('/reporting_entity_name', { id: null, names: [name] }, payers)
  return found
}

/** Takes plans with their files; reports unreadable parts, which cost only themselves. */
async function takeStructure(
  { machine }: ContentsRun,
  plans: PlansByName,
  { file, index, value }: { readonly file: string; readonly index: number; readonly value: unknown },
): Promise<void> {
  const path = `/reporting_structure/${index}`
  const reject = (place: string, reason: string) =>
    machine.reject({ file, line: index + 1 }, new Refused(`${path}${place}`, reason), '')
  if (value === tooLarge) return await reject('', tooLarge.description ?? '')
  const said = isFields(value) ? value : {}
  const own = listEntries(said.reporting_plans).flatMap((one) => readPlan(one) ?? [])
  if (own.length === 0) return await reject('/reporting_plans', 'has no plan with a plan_id')
  for (const [at, one] of listEntries(said.in_network_files).entries()) {
    const name = isFields(one) && typeof one.location === 'string' ? nameByAddress(one.location) : null
    if (name === null) {
      await reject(`/in_network_files/${at}/location`, 'is no address of a file')
      continue
    }
    const known = plans.get(name) ?? new Map<string, ListedPlan>()
    for (const plan of own) known.set(keyPlan(plan), plan)
    plans.set(name, known)
  }
  if (said.allowed_amount_file != null)
    machine.skip('allowed amounts', 'files of allowed amounts outside of the network are not read')
}

const [maxId, maxName] = [100, 500]

function readPlan(value: unknown): ListedPlan | null {
  if (!isFields(value)) return null
  const [id, name] = [value.plan_id, value.plan_name].map((one) =>
    typeof one === 'string' || typeof one === 'number' ? String(one).trim() : '',
  )
  return id && id.length <= maxId ? { id, name: (name ?? '').slice(0, maxName) } : null
}

/** A list; a single entry may come without one. */
function listEntries(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value == null ? [] : [value]
}

/** The files in the folder of a table of contents that it names. */
async function listBeside(file: string, plans: PlansByName): Promise<readonly string[]> {
  const names = await readdir(dirname(file)).catch(() => [])
  return names
    .filter((name) => plans.has(nameFile(name)) && !/\.zip$/i.test(name))
    .map((name) => join(dirname(file), name))
}
