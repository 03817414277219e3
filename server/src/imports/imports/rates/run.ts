import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import {
  addRates,
  adoptFile,
  beginRates,
  deletePart,
  findLoaded,
  findNewestDay,
  hasPrices,
  listFilesByName,
  listFilesLeftBehind,
  listLeftOver,
  type RatesFile,
  type RatesRows,
  replacePlans,
  settleRates,
} from '../../../care/rates/importing.ts'
import { commitLater } from '../../../platform/db/commit-later-statement.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { ImportCountsData } from '../../../platform/db/tables.ts'
import { ImportStopped, type Machine, type Piece, type RunOptions, type RunReports, runImport } from '../machine.ts'
import { type Payers, readPayers, refusePayer } from '../payers.ts'
import { Refused } from '../refused.ts'
import { openFile } from '../source/open.ts'
import { whyUnreadable } from '../source/unreadable.ts'
import { type Contents, nameFile, readContents } from './contents.ts'
import { type JsonFields, type RatesPiece, tooLarge } from './read.ts'
import { findReplaced } from './replaced.ts'
import { ownProviders, priceRows, providerRows, serviceRow } from './rows.ts'
import { createRatesSchema, type RatesHeader, type RatesSchema, type RatesVersion, withPlainFields } from './schema.ts'
import { identifyFormerly, identifySource } from './source.ts'

export interface RatesReports extends RunReports {
  readonly read: (file: string) => AsyncIterable<RatesPiece>
}

/** A piece as read, with the rows to store. */
type RowsOfPiece = Piece & { readonly rows: Partial<RatesRows> }

/** Values of a full batch: enough to make a statement worthwhile, few enough to hold in memory. */
const batchValues = 20_000

/**
 * Imports files of in-network rates (IM-8), each as a generation that, once complete, replaces the file's previous edition and stands
 * beside the other files of its plan. Pieces that fail the schema are reported and left out. A file changes nothing if its header is wrong,
 * if it is cut short, or if nothing in it is valid.
 */
export function importRates(database: Database, options: RunOptions, reports: RatesReports): Promise<ImportCountsData> {
  return runImport(database, 'rates', options, reports, async (machine) => {
    const payers = await readPayers(database.read)
    const of = { machine, payers, brand: options.brand, read: reports.read }
    // Sorting makes the result independent of the order in which files are named; of the same name with different days, the newest edition
    // comes last.
    const contents = await readContents(of, [...options.files].sort())
    const run = { database, options, reports, machine, payers, contents, schemas: new Map(), taken: new Map() }
    for (const file of [...contents.files].sort()) {
      try {
        await importFile(run, file)
      } catch (error) {
        const refused = error instanceof Refused ? error : new Refused('', whyUnreadable(error))
        await machine.reject({ file, line: 0 }, refused, '')
      }
    }
    await placeOthers(run)
    for (const { day, count } of await listFilesLeftBehind(database.read, machine.runId))
      for (let one = 0; one < count; one++)
        machine.warn('prices', `those of a file of ${day} are still shown beside newer ones of its payer and plan`)
  })
}

export interface RatesRun {
  readonly database: Database
  readonly options: RunOptions
  readonly reports: RatesReports
  readonly machine: Machine
  readonly payers: Payers
  readonly contents: Contents
  readonly schemas: Map<RatesVersion, RatesSchema>
  /** The files of this run by the key that their editions share. */
  readonly taken: Map<string, { readonly file: string; readonly day: string; readonly brand: string }>
}

/** Assigns files that came earlier to their plans, and reports those that never came. */
async function placeOthers({ database, machine, contents, taken }: RatesRun): Promise<void> {
  const takenBy = Map.groupBy(taken.values(), ({ file }) => file)
  const findBrands = (file: string) => new Set((takenBy.get(file) ?? []).map(({ brand }) => brand))
  for (const [brand, files] of Map.groupBy(contents.listOthers(findBrands), (one) => one.brand)) {
    const stored = Map.groupBy(await listFilesByName(database.read, brand), ({ name }) => nameFile(name))
    for (const { name, plans } of files) {
      const known = stored.get(name) ?? []
      if (known.length === 0) machine.warn('table of contents', 'names files of prices that are not here: load them')
      else if (!machine.dryRun)
        await machine.inTransaction(async (tx) => {
          for (const { file_id } of known) await replacePlans(tx, file_id, plans)
        })
    }
  }
}

async function importFile(run: RatesRun, file: string): Promise<void> {
  const { database, machine, schemas } = run
  const { hash, version } = await identifyFile(file)
  const schema = schemas.get(version) ?? createRatesSchema(version, machine.warn)
  schemas.set(version, schema)
  const known = await findLoaded(database.read, hash, run.options.brand)
  if (known !== undefined) return await keepUnchanged(run, known, file)
  const fileId = uuidv7()
  if (!machine.dryRun) {
    await dropLeftOver(run, hash)
    await machine.inTransaction((tx) => beginRates(tx, { fileId, runId: machine.runId, now: run.options.now }, hash))
  }
  try {
    const groups = createGroups()
    const held = { services: new Set<string>(), prices: 0 }
    const said = await readAll(run, { fileId, file, groups, schema, held })
    requireOwnName(run, said, file)
    const former = await findReplaced(run, said, held)
    await settle(run, { fileId, file, said, groups, former })
    run.taken.set(nameEditions(said), { file, day: said.updatedOn, brand: said.brand })
  } catch (error) {
    if (!machine.dryRun) await drop(machine, fileId).catch(() => {})
    throw error
  }
  if (!machine.dryRun) await dropLeftOver(run, null)
}

/** Counts a file that is already stored unchanged. A file from before files had names gets its name now. */
async function keepUnchanged(
  { machine, contents, taken }: RatesRun,
  known: NonNullable<Awaited<ReturnType<typeof findLoaded>>>,
  file: string,
): Promise<void> {
  const { brand, entity, plan_id: planId, updated_on: day } = known
  const updatedOn = day ?? ''
  const source = identifySource({ entity, planId, file, updatedOn })
  if (known.name === '' && known.source === identifyFormerly({ entity, planId, file }))
    await machine.inTransaction((tx) => adoptFile(tx, known.file_id, { brand, source, name: basename(file) }))
  const plans = contents.findPlans(brand, file)
  if (plans !== null && !machine.dryRun) await machine.inTransaction((tx) => replacePlans(tx, known.file_id, plans))
  taken.set(nameEditions({ brand, source }), { file, day: updatedOn, brand })
  machine.countUnchanged(known.pieces)
}

const nameEditions = ({ brand, source }: Pick<RatesFile, 'brand' | 'source'>) => `${brand} ${source}`

/** Refuses a file that would replace another file of the run without being recognizable as its later edition. */
function requireOwnName({ taken }: RatesRun, said: RatesFile, file: string): void {
  const other = taken.get(nameEditions(said))
  if (other === undefined || other.file === file || other.day !== said.updatedOn) return
  throw new Refused(
    '',
    `has the payer, plan, name and day of ${other.file} in this run: name them apart, so that both count`,
  )
}

/** Reads all pieces into the generation. Returns the file's own header. */
async function readAll(
  run: RatesRun,
  { fileId, ...reading }: Reading & { readonly fileId: string },
): Promise<RatesFile> {
  const { machine, options } = run
  const { file, schema } = reading
  let batch: RowsOfPiece[] = []
  let values = 0
  let pieces = 0
  let said: RatesFile | undefined
  let writing = Promise.resolve()
  try {
    for await (const piece of run.reports.read(file)) {
      if (options.signal?.aborted) throw new ImportStopped()
      if (piece.kind === 'head') {
        await checkNewer(run, piece.value, file)
        continue
      }
      if (piece.kind === 'plans') continue
      pieces += 1
      if (piece.kind === 'header') {
        said = buildFile(run, schema.header(piece.value, piece.lists), { file, pieces })
        continue
      }
      const placed = await placeRates(machine, piece, reading)
      if (placed === null) continue
      batch.push(placed.piece)
      values += placed.values
      if (values >= batchValues * machine.share) await flush()
    }
    await flush()
  } finally {
    await writing
  }
  if (said === undefined) throw new Refused('', 'is cut short: nothing of it was imported')
  return said

  /** Starts writing the batch while the next one is read. */
  async function flush(): Promise<void> {
    await writing
    writing = write(batch)
    // `await writing` reports the error.
    writing.catch(() => undefined)
    batch = []
    values = 0
  }

  function write(full: readonly RowsOfPiece[]): Promise<void> {
    return machine.importBatch(full, async (tx, all) => {
      if (machine.dryRun) return all.map(() => 'created' as const)
      await commitLater(tx)
      await addRates(tx, fileId, together(all.map(({ rows }) => rows)))
      return all.map(() => 'created' as const)
    })
  }
}

async function placeRates(
  machine: Machine,
  piece: Exclude<RatesPiece, { kind: 'head' | 'header' | 'plans' }>,
  reading: Reading,
) {
  const place = piece.kind === 'providers' ? piece.index : piece.item
  const at = { file: reading.file, line: place + 1 }
  try {
    const { rows, values, wrong } = toRows(piece, reading)
    for (const one of wrong) await machine.reject(at, one, tellPiece(piece.value))
    return { values, piece: { at, text: '', rows } }
  } catch (error) {
    // A value is nested too deep for the stack.
    const isDeep = error instanceof RangeError
    if (!(error instanceof Refused || isDeep)) throw error
    await machine.reject(
      at,
      isDeep ? new Refused('', 'is nested too deep') : error,
      isDeep ? '' : tellPiece(piece.value),
    )
    return null
  }
}

function toRows(
  piece: Exclude<RatesPiece, { kind: 'head' | 'header' | 'plans' }>,
  { groups, schema, held }: Reading,
): {
  readonly rows: Partial<RatesRows>
  readonly values: number
  readonly wrong: readonly Refused[]
} {
  if (isTooLarge(piece.value)) throw new Refused(findPath(piece), tooLarge.description ?? '')
  if (piece.kind === 'providers') {
    const reference = schema.providers(piece.value, piece.index)
    if (reference.provider_groups === undefined)
      throw new Refused(`/provider_references/${piece.index}/location`, 'is another file, which is not read')
    const providers = providerRows(reference)
    groups.has(reference.provider_group_id)
    return { rows: { providers }, values: providers.length * 2, wrong: [] }
  }
  if (piece.kind === 'service') {
    const service = serviceRow(schema.service(piece.value, piece.item, piece.prices), piece.item)
    held.services.add(`${service.codeType} ${service.code}`)
    return { rows: { services: [service] }, values: 20, wrong: [] }
  }
  const path = findPath(piece)
  const { said, wrong } = schema.prices(piece.value, piece.item, piece.index)
  const { rows: prices, wrong: unpayable } = priceRows(said, { item: piece.item, index: piece.index, path })
  const providers = ownProviders(said, piece.item, piece.index)
  for (const ref of said.provider_references ?? []) groups.wants(ref)
  held.prices += prices.length
  const values = prices.reduce((sum, { refs }) => sum + 5 + refs.length, providers.length * 2)
  return { rows: { prices, providers }, values, wrong: [...wrong, ...unpayable] }
}

/** Recognizes an older file before its gigabytes are read. */
async function checkNewer({ database, options, payers }: RatesRun, head: JsonFields, file: string): Promise<void> {
  const { reporting_entity_name: entity, last_updated_on: day, plan_id: planId } = withPlainFields(head)
  if (typeof entity !== 'string' || typeof day !== 'string') return
  const brand = options.brand ?? payers.findBrand(entity)
  const plan = typeof planId === 'string' ? planId : null
  const source = identifySource({ entity, planId: plan, file, updatedOn: day })
  const newest = await findNewestDay(database.read, { brand: brand ?? '', source })
  if (newest !== null && newest > day) throw olderThan(newest)
}

function buildFile(
  { options, payers, contents }: Pick<RatesRun, 'options' | 'payers' | 'contents'>,
  header: RatesHeader,
  { file, pieces }: { readonly file: string; readonly pieces: number },
): RatesFile {
  const { reporting_entity_name: entity, last_updated_on: updatedOn, plan_id: planId, plan_name: planName } = header
  for (const [field, text = ''] of Object.entries({
    reporting_entity_name: entity,
    plan_id: planId,
    plan_name: planName,
  }))
    if (text.length > maxHeaderText) throw new Refused(`/${field}`, `is longer than ${maxHeaderText} characters`)
  const brand = options.brand ?? payers.findBrand(entity)
  if (brand === null) throw refusePayer('/reporting_entity_name', { id: null, names: [entity] }, payers)
  const plan = planId ?? null
  const source = identifySource({ entity, planId: plan, file, updatedOn })
  const named = { planId: plan, planName: planName ?? null, plans: contents.findPlans(brand, file) }
  return { brand, source, name: basename(file), ...named, entity, updatedOn, pieces }
}

async function settle(
  { database, machine }: RatesRun,
  {
    fileId,
    file,
    said,
    groups,
    former,
  }: {
    readonly fileId: string
    readonly file: string
    readonly said: RatesFile
    readonly groups: Groups
    readonly former: string | null
  },
): Promise<void> {
  if (machine.dryRun) return
  if (!(await hasPrices(database.read, fileId)))
    throw new Refused('/in_network', 'has no price that could be imported: what was here stays')
  const missing = groups.missing()
  for (const ref of missing.slice(0, maxMissing)) {
    const reason = `provider group ${ref} is not in the file: its prices are of no one`
    await machine.reject({ file, line: 0 }, new Refused('/provider_references', reason), String(ref))
  }
  if (missing.length > maxMissing)
    machine.skip('provider group', 'is not in its file: its prices are of no one', missing.length - maxMissing)
  const newer = await machine.inTransaction(async (tx) => {
    if (former !== null) await adoptFile(tx, former, said)
    return await settleRates(tx, { fileId, runId: machine.runId }, said)
  })
  if (newer !== null) throw olderThan(newer)
}

async function dropLeftOver({ database, machine, options }: RatesRun, hash: Buffer | null): Promise<void> {
  for (const fileId of await listLeftOver(database.read, options.now, hash)) await drop(machine, fileId)
}

async function drop(machine: Machine, fileId: string): Promise<void> {
  while (await machine.inTransaction((tx) => deletePart(tx, fileId)));
}

/** What reading the pieces of a file needs. */
interface Reading {
  readonly file: string
  readonly groups: Groups
  readonly schema: RatesSchema
  readonly held: Held
}

/** The contents of a file, to compare with the file that it replaces. */
export interface Held {
  readonly services: Set<string>
  prices: number
}

type Groups = ReturnType<typeof createGroups>

/** How many missing groups are reported per file. */
const maxMissing = 20

/** Notes which groups of providers a file has, and which its prices refer to: a query over millions of rows would take minutes. */
function createGroups() {
  const known = new Set<number | string>()
  const wanted = new Set<number | string>()
  // Files may write a group as a number and refer to it as a text; numbers take less memory.
  const plain = (ref: number | string) => (String(Number(ref)) === ref ? Number(ref) : ref)
  return {
    has: (ref: number | string) => void known.add(plain(ref)),
    wants: (ref: number | string) => void wanted.add(plain(ref)),
    missing: () => [...wanted].filter((ref) => !known.has(ref)),
  }
}

/** The longest name or id of a payer or plan. */
const maxHeaderText = 500

/** How many characters of a rejected piece are reported: a service may have megabytes. */
const maxTold = 10_000

/** Whether a piece, or a field of it, was too large to be read. */
function isTooLarge(value: unknown): boolean {
  if (value === tooLarge) return true
  return typeof value === 'object' && value !== null && Object.values(value).includes(tooLarge)
}

/** A piece as reported, which may be a cut, and then invalid, JSON text. */
function tellPiece(value: unknown): string {
  return value === tooLarge ? '' : JSON.stringify(value).slice(0, maxTold)
}

function findPath(piece: Exclude<RatesPiece, { kind: 'head' | 'header' | 'plans' }>): string {
  if (piece.kind === 'providers') return `/provider_references/${piece.index}`
  return piece.kind === 'service'
    ? `/in_network/${piece.item}`
    : `/in_network/${piece.item}/negotiated_rates/${piece.index}`
}

function olderThan(day: string): Refused {
  return new Refused('/last_updated_on', `is older than what is here, which is of ${day}: nothing of it was imported`)
}

function together(all: readonly Partial<RatesRows>[]): RatesRows {
  return {
    providers: all.flatMap(({ providers = [] }) => providers),
    services: all.flatMap(({ services = [] }) => services),
    prices: all.flatMap(({ prices = [] }) => prices),
  }
}

/** A file's digest, and its schema version, which may come at its end. */
async function identifyFile(file: string): Promise<{ readonly hash: Buffer; readonly version: RatesVersion }> {
  const hash = createHash('sha256')
  let version: RatesVersion | null = null
  let tail = ''
  for await (const chunk of (await openFile(file)) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    if (version !== null) continue
    const text = tail + chunk.toString('latin1')
    const [said, major] = /"version"\s*:\s*"?v?(\d+)/i.exec(text) ?? []
    if (said !== undefined) version = major === '1' || major === '0' ? 1 : 2
    tail = text.slice(-100)
  }
  return { hash: hash.digest(), version: version ?? 2 }
}
