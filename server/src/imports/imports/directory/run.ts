import type { DirectoryEntry, DirectorySeat } from '../../../care/finder/entry.ts'
import {
  addEntries,
  addSeats,
  addWords,
  beginLoading,
  directoryTables,
  findLive,
  findRemovals,
  forgetGeneration,
  forgetPart,
  listForgotten,
  nameWords,
  showLoaded,
} from '../../../care/finder/importing.ts'
import { easternDay } from '../../../platform/day.ts'
import { commitLater } from '../../../platform/db/commit-later-statement.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { DirectoryFactsData, ImportCountsData } from '../../../platform/db/tables.ts'
import type { Outcome } from '../../../platform/versions/outcome.ts'
import { type CsvRow, readCsv } from '../csv/rows.ts'
import { type Machine, type Piece, type RunOptions, type RunReports, runImport } from '../machine.ts'
import { nameReferring } from '../naming.ts'
import { Refused } from '../refused.ts'
import { isTooMuch, TooManyRemovals } from '../removals.ts'
import { takeFromDirectory } from '../sensitive/judge-by-directory.ts'
import type { Found } from '../source/found.ts'
import { readResources } from '../source/read.ts'
import { whyUnreadable } from '../source/unreadable.ts'
import type { DirectoryItem, LayoutContext, RowReader } from './brought.ts'
import { isExchangeFile, readExchange } from './exchange.ts'
import { createJoining } from './joining.ts'
import { detectLayout } from './layouts.ts'
import { isLinking, isNamed, PlanNet } from './plan-net.ts'
import { parsePlanNet, type Resource } from './plan-net-shapes.ts'
import { createReceiving, isInUse, type Receiving, type ReceivingFor, readEndpoint } from './receiving.ts'
import { type Brought, createShelf } from './shelf.ts'

export interface DirectoryReports extends RunReports {
  readonly rows?: (file: string) => AsyncIterable<CsvRow>
  readonly resources?: (file: string) => AsyncIterable<Found>
  readonly bytes?: (more: number) => void
}

export interface DirectoryOptions extends RunOptions {
  readonly brands: ReadonlySet<string>
  readonly findPoint: LayoutContext['findPoint']
}

type EntryPiece = Piece & { readonly brought: Extract<DirectoryItem, { is: 'entry' }> }
type SeatPiece = Piece & { readonly brought: Extract<DirectoryItem, { is: 'seat' }> }
type Loading = Parameters<typeof addEntries>[2]

/** How many words are written at a time. */
const wordsAtATime = 1000
/** How many languages and hospitals the filters offer. */
const maxOffered = 100

/**
 * Imports a provider directory (IM-7): the files of a run make up the whole directory, a brand's own or the one that all brands share. It
 * is loaded beside the current one and replaces it at once when complete, so that a search sees all of the old or all of the new.
 */
export function importDirectory(
  database: Database,
  options: DirectoryOptions,
  reports: DirectoryReports,
): Promise<ImportCountsData> {
  const { brand, brands, findPoint, now, dryRun } = options
  const source = brand ?? ''
  const rows = reports.rows ?? ((file: string) => readCsv(file, reports.bytes))
  const resources = reports.resources ?? ((file: string) => readResources(file, reports.bytes))
  return runImport(database, 'directory', options, reports, async (machine) => {
    const leaveOut: LayoutContext['leaveOut'] = (part, reason) => machine.skip(part, reason)
    const context: LayoutContext = { brand, brands, today: easternDay(now), findPoint, leaveOut, warn: machine.warn }
    const loading = dryRun
      ? { generation: null, before: await findLive(database.read, source) }
      : await machine.inTransaction((tx) => beginLoading(tx, { source, runId: machine.runId, now }))
    const writer = createWriter(machine, loading)
    const { tables, exchange, planNet } = await sortByForm(options.files)
    for (const file of tables) await readTable(machine, file, rows(file), context, writer.take)
    if (exchange.length > 0) await readExchange(exchange, { machine, context, take: writer.take, bytes: reports.bytes })
    const receivingFor =
      loading.generation !== null && brand !== null ? { ...loading, generation: loading.generation } : null
    if (planNet.length > 0)
      await readPlanNet(machine, planNet, resources, context, {
        take: writer.take,
        loading: receivingFor && { ...receivingFor, now, today: context.today },
      })
    const { total, found, facts } = await writer.end()
    const { generation, before } = loading
    if (before !== null && total > 0) {
      const removals = await findRemovals(database.read, { generation, before, found })
      await countRemovals(machine, removals, { generation, isAllowed: options.allowRemovals === true })
    }
    if (generation === null) return
    if (total === 0) {
      // Nothing was readable: the current directory stays.
      await drop(machine, generation)
      return
    }
    for (const some of facts.words(wordsAtATime)) await machine.inTransaction((tx) => addWords(tx, generation, some))
    const shown = { generation, source, facts: facts.collectFacts(), now }
    await machine.inTransaction((tx) => showLoaded(tx, shown))
    await takeFromDirectory((work) => machine.inTransaction(work), shown)
    await nameReferring(machine, options.signal)
    await forget(machine, now)
  })
}

/** Writes items beside the current directory, a batch at a time. */
function createWriter(machine: Machine, loading: Loading) {
  const facts = new Facts()
  const entries = machine.gather<EntryPiece>()
  const seats = machine.gather<SeatPiece>()
  let total = 0
  /** How many providers and seats of the current directory the files have, for a dry run. */
  const found = { entries: 0, seats: 0 }
  return {
    take: async (brought: readonly DirectoryItem[], piece: Piece): Promise<void> => {
      for (const one of brought) {
        if (one.is === 'seat') {
          if (seats.add({ ...piece, brought: one })) await storeSeats()
        } else if (entries.add({ ...piece, brought: one })) await storeEntries()
      }
    },
    /** Writes the rest, and returns what was written. */
    end: async () => {
      await storeEntries()
      await storeSeats()
      return { total, found, facts }
    },
  }

  async function storeEntries(): Promise<void> {
    const batch = entries.take()
    await store('entries', batch, async (tx, all) => {
      await commitLater(tx)
      return addEntries(
        tx,
        all.map(({ brought }) => brought.entry),
        loading,
      )
    })
    for (const { brought } of batch) facts.add(brought.entry)
  }

  async function storeSeats(): Promise<void> {
    const batch = seats.take()
    const add = (tx: Tx, all: readonly SeatPiece[]) =>
      addSeats(
        tx,
        all.map(({ brought }) => brought.seat),
        loading,
      )
    await store('seats', batch, add)
    for (const { brought } of batch) facts.addSeat(brought.seat)
  }

  async function store<One extends Piece>(
    kind: keyof typeof found,
    batch: readonly One[],
    add: (tx: Tx, all: readonly One[]) => Promise<readonly Outcome[]>,
  ): Promise<void> {
    await machine.importBatch(batch, async (tx, all) => {
      const outcomes = await add(tx, all)
      found[kind] += filterKnown(outcomes)
      return outcomes
    })
    total += batch.length
  }
}

/** Counts what the new directory lacks. If that is more than a night's files lose, drops the new directory and throws TooManyRemovals. */
async function countRemovals(
  machine: Machine,
  removals: Awaited<ReturnType<typeof findRemovals>>,
  { generation, isAllowed }: { readonly generation: number | null; readonly isAllowed: boolean },
): Promise<void> {
  machine.remove(removals.entries.removed + removals.seats.removed)
  const [what] = Object.entries(removals).find(([, removal]) => isTooMuch(removal)) ?? []
  if (what === undefined || isAllowed) return
  if (generation !== null) await drop(machine, generation)
  const words = what === 'entries' ? 'providers at their places' : 'seats of providers in networks'
  throw new TooManyRemovals(words, removals[what as keyof typeof removals])
}

/** Deletes directories that are no longer shown, a part at a time. */
async function forget(machine: Machine, now: Date): Promise<void> {
  for (const generation of await machine.inTransaction((tx) => listForgotten(tx, now))) await drop(machine, generation)
}

async function drop(machine: Machine, generation: number): Promise<void> {
  for (const table of directoryTables) {
    for (let page: number | null = 0; page !== null; ) {
      const from: number = page
      page = await machine.inTransaction((tx) => forgetPart(tx, { table, generation, page: from }))
    }
  }
  await machine.inTransaction((tx) => forgetGeneration(tx, generation))
}

/** Counts the pieces that existed before. */
function filterKnown(outcomes: readonly Outcome[]): number {
  return outcomes.filter((outcome) => outcome !== 'created').length
}

function isTable(file: string): boolean {
  return /\.csv(\.gz)?$/i.test(file)
}

/** Groups the files of a run by their form. */
async function sortByForm(files: readonly string[]) {
  const forms = { tables: [] as string[], exchange: [] as string[], planNet: [] as string[] }
  for (const file of files)
    forms[isTable(file) ? 'tables' : (await isExchangeFile(file)) ? 'exchange' : 'planNet'].push(file)
  return forms
}

type Take = (brought: readonly DirectoryItem[], piece: Piece) => Promise<void>

async function readTable(
  machine: Machine,
  file: string,
  rows: AsyncIterable<CsvRow>,
  context: LayoutContext,
  take: Take,
): Promise<void> {
  let reader: RowReader | undefined
  try {
    for await (const row of rows) {
      if (reader === undefined) {
        reader = detectLayout(row, context)
        continue
      }
      const at = { file, line: row.line }
      const text = row.problem === undefined ? row.cells.join(',') : row.text
      try {
        if (row.problem !== undefined) throw new Refused('', `the row ${row.problem}`)
        const brought = reader(row.cells)
        if (brought !== null) await take([brought], { at, text })
        else machine.skip('row', 'says nothing of a provider')
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        await machine.reject(at, error, text)
      }
    }
    if (reader === undefined) throw new Refused('', 'the file is empty')
  } catch (error) {
    const reason = error instanceof Refused ? error : new Refused('', whyUnreadable(error))
    await machine.reject({ file, line: reader === undefined ? 1 : 0 }, reason, '')
  }
}

async function readPlanNet(
  machine: Machine,
  files: readonly string[],
  resources: (file: string) => AsyncIterable<Found>,
  context: LayoutContext,
  { take, loading }: { readonly take: Take; readonly loading: ReceivingFor | null },
): Promise<void> {
  const known = new PlanNet(context)
  const receiving = loading === null ? null : createReceiving(machine, known, loading)
  const joining = createJoining(
    (resource) => known.findProvider(resource),
    context.today,
    createShelf(),
    (type) => context.leaveOut(type, 'has the id of a later one, which counts'),
  )
  try {
    await readBothPasses(machine, files, resources, { known, joining, take, receiving })
  } finally {
    joining.close()
  }
}

interface PlanNetReading {
  readonly known: PlanNet
  readonly joining: ReturnType<typeof createJoining>
  readonly take: Take
  /** Null: these files do not make up the resources that are served to others. */
  readonly receiving: Receiving | null
}

async function readBothPasses(
  machine: Machine,
  files: readonly string[],
  resources: (file: string) => AsyncIterable<Found>,
  { known, joining, take, receiving }: PlanNetReading,
): Promise<void> {
  const takeAll = async (joined: Iterable<Brought>) => {
    for (const { items, piece } of joined) await take(items, piece)
  }
  for (const pass of ['named', 'linking'] as const) {
    for (const file of files) {
      for await (const found of resources(file)) {
        try {
          if (found.refused !== undefined) {
            // Reported once, although both passes see it.
            if (pass === 'named') throw found.refused
          } else if (found.skipped !== undefined || !isRead(found.type)) {
            if (pass === 'named') machine.skip(found.type, found.skipped ?? 'this type is not read')
          } else if (pass === 'named' && found.type === 'Endpoint') {
            const endpoint = readEndpoint(found.text)
            if (isInUse(endpoint)) known.keepEndpoint(endpoint.id, found.fullUrl)
          } else if (pass === 'named') {
            const resource = parsePlanNet(found.text)
            if (isNamed(found.type)) known.keep(resource, found.fullUrl)
            if (isLinking(found.type)) joining.expect(resource)
          } else if (isLinking(found.type)) {
            const resource = readAgain(found.text)
            if (resource === null) continue
            const brought = bringOrRefuse(known, resource)
            if (typeof brought === 'string') machine.skip(found.type, brought)
            else if (brought instanceof Refused) await machine.reject(found, brought, found.text)
            if (!(brought instanceof Refused)) await receiving?.takeLinking(resource, found.text, brought)
            const items = Array.isArray(brought) ? (brought as readonly DirectoryItem[]) : []
            await takeAll(joining.add(resource, items, { at: { file, line: found.line }, text: found.text }))
          } else await takeNamed(receiving, found)
        } catch (error) {
          if (!(error instanceof Refused)) throw error
          await machine.reject(found, error, found.text)
        }
      }
    }
  }
  await takeAll(joining.rest())
  await receiving?.end()
  known.countUnnamed()
}

/** The types of Plan-Net. */
const isRead = (type: string) => isNamed(type) || isLinking(type) || type === 'Endpoint'

async function takeNamed(
  receiving: Receiving | null,
  { type, text }: { readonly type: string; readonly text: string },
): Promise<void> {
  try {
    await receiving?.takeNamed(type, text)
  } catch (error) {
    // The first pass has already reported it.
    if (!(error instanceof Refused)) throw error
  }
}

/** Parses a resource for the second time; null: the first pass has refused it. */
function readAgain(text: string) {
  try {
    return parsePlanNet(text)
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

function bringOrRefuse(known: PlanNet, resource: Resource): readonly DirectoryItem[] | string | Refused {
  try {
    return known.bring(resource)
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

/** Collects which facts a directory has, and the words in its names. */
class Facts {
  readonly #words = new Map<string, number>()
  readonly #languages = new Map<string, number>()
  readonly #affiliations = new Map<string, number>()
  readonly #flags = new Set<'gender' | 'accepting' | 'telehealth' | 'wheelchair' | 'saturday'>()

  add(entry: DirectoryEntry): void {
    for (const word of nameWords(entry.name)) count(this.#words, word)
    for (const language of entry.languages) count(this.#languages, language)
    for (const hospital of entry.affiliations) count(this.#affiliations, hospital)
    for (const flag of ['gender', 'accepting', 'telehealth', 'wheelchair', 'saturday'] as const)
      if (entry[flag] !== null) this.#flags.add(flag)
  }

  addSeat(seat: DirectorySeat): void {
    if (seat.accepting !== null) this.#flags.add('accepting')
  }

  *words(size: number): Generator<[string, number][]> {
    const all = [...this.#words]
    for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
  }

  collectFacts(): DirectoryFactsData {
    const flags = Object.fromEntries([...this.#flags].map((flag) => [flag, true]))
    return { ...flags, languages: commonest(this.#languages), affiliations: commonest(this.#affiliations) }
  }
}

function count(counts: Map<string, number>, value: string): void {
  counts.set(value, (counts.get(value) ?? 0) + 1)
}

function commonest(counts: ReadonlyMap<string, number>): string[] {
  const sorted = [...counts].sort(([, a], [, b]) => b - a).slice(0, maxOffered)
  return sorted.map(([value]) => value).sort()
}
