import { v7 as uuidv7 } from 'uuid'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { ImportCountsData } from '../../platform/db/tables.ts'
import { type Job, startJob } from '../../platform/job.ts'
import type { Outcome } from '../../platform/versions/outcome.ts'
import { dropRun, everyMs, finishRun, reportRun, startRun } from '../../platform/versions/run-store.ts'
import { type Batch, createBatch } from './batch.ts'
import { createPace } from './pace.ts'
import { type LoopPlace, Refused, Skipped } from './refused.ts'
import { createSkips } from './skips.ts'
import type { Place } from './source/found.ts'
import { analyzeGrown } from './statistics-store.ts'

/** A record that was not imported, and why. */
export interface RejectedRecord extends Place {
  /** The field of a resource, or the column of a row. */
  readonly path: string
  readonly reason: string
  /** As received. */
  readonly text: string
  /** Its position in the transaction, for an X12 file. */
  readonly where?: LoopPlace
}

export interface RunOptions {
  /** The brand of the members; null if the files state it. */
  readonly brand: string | null
  readonly files: readonly string[]
  /** Whether to store nothing: a dry run. */
  readonly dryRun: boolean
  /** Whether a run may remove more than a small share of the stored data. */
  readonly allowRemovals?: boolean | undefined
  readonly now: Date
  /** Ends the run after the current batch. */
  readonly signal?: AbortSignal | undefined
  /** Whether a server lends it the only connection, for which others wait. */
  readonly isShared?: boolean
}

export interface RunReports {
  readonly reject: (rejected: RejectedRecord) => void | Promise<void>
  readonly progress: (counts: ImportCountsData) => void
}

/** The content of one place in a file: a resource or a row. */
export interface Piece {
  readonly at: Place
  /** As received, for the rejects file. */
  readonly text: string
}

export type Warn = (type: string, reason: string) => void

/** A running import, for files of any kind. */
export interface Machine {
  readonly runId: string
  readonly dryRun: boolean
  /** How many pieces one transaction takes at present. */
  readonly batchSize: number
  /** The present size of transactions, as a share of the maximum. */
  readonly share: number
  /** How many transactions may run concurrently. */
  readonly lanesAtOnce: number
  /** An empty batch of the size of one transaction. */
  gather<One extends Pick<Piece, 'text'>>(): Batch<One>
  reject(at: Place, refused: Refused, text: string): Promise<void>
  /** Counts skipped pieces by type and reason: nothing of a file is left out silently. */
  skip(type: string, reason: string, pieces?: number): void
  /** Counts pieces that were stored although they look wrong, or that changed along with something else. */
  warn: Warn
  /** Counts data that was removed because no file of the run has it. */
  remove(pieces: number): void
  /** Counts unchanged pieces. */
  countUnchanged(pieces: number): void
  /** Counts pieces that were imported outside of batches. */
  countOutcome(outcome: Outcome, pieces: number): void
  /** Stores a batch whole or not at all; `store` returns the outcome of each piece, in order. */
  importBatch<One extends Piece>(batch: readonly One[], store: Store<One>): Promise<void>
  /**
   * Stores further data of pieces that are counted elsewhere; returns the pieces that the database cannot store, without rejecting them.
   */
  storeBeside<One>(
    batch: readonly One[],
    store: (tx: Tx, some: readonly One[]) => Promise<void>,
  ): Promise<readonly One[]>
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

type Stored = Outcome | Refused | Skipped
type Store<One> = (tx: Tx, batch: readonly One[]) => Promise<readonly Stored[]>

/** Large enough that commits cost little, small enough that readers hardly wait. */
const batchSize = 500

/** The database works on one batch while the next one is prepared. */
const lanesAtOnce = 2

/** How often a batch is tried in case of deadlocks. */
const maxTries = 5

class DryRun extends Error {}

/** Nothing was imported and nothing failed, as if the run had not begun. */
export class NotRun extends Error {}

/** Someone has stopped the run. */
export class ImportStopped extends Error {
  constructor() {
    super('it was asked to')
    this.name = 'Stopped'
  }
}

/**
 * Imports files (IM-1 to IM-6) in batches that are stored whole or not at all, so that running an interrupted run again completes it.
 * Records the run with its counts.
 */
export async function runImport(
  database: Database,
  kind: string,
  options: RunOptions,
  reports: RunReports,
  work: (machine: Machine) => Promise<void>,
): Promise<ImportCountsData> {
  const { dryRun } = options
  const runId = uuidv7()
  const counting = createCounting(reports)
  const reporting = dryRun ? null : await startReporting(database, { ...options, kind, runId })
  try {
    await work(createMachine(database, { options, runId, counting }))
    const counts = counting.list()
    // A file whose pieces were all rejected counts as not imported.
    const isNothing = counts.rejected > 0 && counts.created + counts.updated + counts.unchanged === 0
    const end = isNothing ? ({ state: 'failed', problem: 'NothingImported' } as const) : ({ state: 'done' } as const)
    if (!dryRun) await database.transaction((tx) => finishRun(tx, runId, { ...end, counts }))
    return counts
  } catch (error) {
    if (!dryRun) await noteFailure(database, { runId, error, counts: counting.list() })
    throw error
  } finally {
    await reporting?.stop()
  }
}

/** Records the start of the run, and at intervals that it is still running. */
async function startReporting(database: Database, run: Parameters<typeof startRun>[1]): Promise<Job> {
  await database.transaction((tx) => startRun(tx, run))
  const round = () => reportRun(database, run.runId)
  // A failure that prevents a report also ends the run, which reports it.
  return startJob({ run: round, firstMs: everyMs, everyMs, logger: { warn: () => undefined }, failed: '' })
}

async function noteFailure(
  database: Database,
  { runId, error, counts }: { readonly runId: string; readonly error: unknown; readonly counts: ImportCountsData },
): Promise<void> {
  const problem = error instanceof Error ? error.name : 'unknown'
  const note = (tx: Tx) =>
    error instanceof NotRun ? dropRun(tx, runId) : finishRun(tx, runId, { state: 'failed', counts, problem })
  await database.transaction(note).catch(() => {})
}

type Counting = ReturnType<typeof createCounting>

/** Counts the outcomes of a run's pieces. */
function createCounting(reports: RunReports) {
  const counts = { read: 0, created: 0, updated: 0, unchanged: 0, rejected: 0, skipped: 0 }
  const [skips, warnings] = [createSkips(), createSkips()]
  let removed: number | undefined
  const countOutcome = (outcome: Outcome, pieces: number): void => {
    counts.read += pieces
    counts[outcome] += pieces
    if (pieces > 0) reports.progress(counts)
  }
  const reject = async ({ file, line }: Place, refused: Refused, text: string): Promise<void> => {
    counts.read += 1
    counts.rejected += 1
    const { path, message: reason, where } = refused
    await reports.reject({ file, line, path, reason, text, ...(where !== null && { where }) })
  }
  return {
    reject,
    countOutcome,
    skip: skips.add,
    warn: warnings.add,
    remove: (pieces: number) => {
      removed = (removed ?? 0) + pieces
    },
    /** Counts the outcome of each piece of a batch, in order. */
    countStored: async (batch: readonly Piece[], stored: readonly Stored[]): Promise<void> => {
      for (const [index, one] of stored.entries()) {
        const piece = batch[index] as Piece
        if (one instanceof Refused) await reject(piece.at, one, piece.text)
        else if (one instanceof Skipped) skips.add('claim', one.message)
        else {
          counts.read += 1
          counts[one] += 1
        }
      }
      reports.progress(counts)
    },
    list: (): ImportCountsData => {
      const warned = warnings.list()
      return {
        ...counts,
        ...(removed !== undefined && { removed }),
        ...skips.counts(),
        ...(warned.length > 0 && { warnings: warned }),
      }
    },
  }
}

function createMachine(
  database: Database,
  { options, runId, counting }: { readonly options: RunOptions; readonly runId: string; readonly counting: Counting },
): Machine {
  const { dryRun, signal } = options
  const pace = createPace({ kind: database.kind, isShared: options.isShared === true })
  const inTransaction = dryRun
    ? <T>(work: (tx: Tx) => Promise<T>) => rollBack(database, work)
    : <T>(work: (tx: Tx) => Promise<T>) => database.transaction(work)
  const { reject, skip, warn, remove, countOutcome } = counting
  let batches = 0
  return {
    ...{ runId, dryRun, reject, skip, warn, remove, countOutcome, inTransaction },
    get batchSize() {
      return sizeNow()
    },
    get share() {
      return pace.share
    },
    lanesAtOnce: options.isShared !== true && database.kind === 'postgres' && !dryRun ? lanesAtOnce : 1,
    gather: () => createBatch(sizeNow),
    countUnchanged: (pieces) => countOutcome('unchanged', pieces),
    storeBeside: async (batch, store) => {
      if (batch.length === 0) return []
      const stored = await storeParts(batch, async (tx, some) => {
        await store(tx, some)
        return some.map(() => 'created' as const)
      })
      return batch.filter((_, at) => stored[at] instanceof Refused)
    },
    importBatch: async (batch, store) => {
      if (batch.length === 0) return
      await counting.countStored(batch, await storeParts(batch, store))
      batches += 1
      // Without statistics, a run is slow but correct, so a failure to collect them does not fail it.
      if (isTurn(batches) && !dryRun) await analyzeGrown(database, inTransaction).catch(() => undefined)
    },
  }

  function storeParts<One>(batch: readonly One[], store: Store<One>): Promise<readonly Stored[]> {
    return pace.keep((begun) =>
      importOrHalve(batch, (some) =>
        tryAgain(signal, () =>
          inTransaction((tx) => {
            // The time that an import itself waits for the connection does not count.
            begun()
            return store(tx, some)
          }),
        ),
      ),
    )
  }

  function sizeNow(): number {
    return Math.max(1, Math.round(batchSize * pace.share))
  }
}

/** The 4th, 8th, 16th batch and so on: the tables double about as often. */
function isTurn(batches: number): boolean {
  return batches >= 4 && (batches & (batches - 1)) === 0
}

/** Does all the work of a transaction and rolls it back, for a dry run. */
async function rollBack<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  let result: { readonly value: T } | undefined
  try {
    await database.transaction(async (tx) => {
      result = { value: await work(tx) }
      throw new DryRun()
    })
  } catch (error) {
    if (!(error instanceof DryRun) || result === undefined) throw error
  }
  return (result as { readonly value: T }).value
}

/** Finds a piece that the database cannot store by halving its batch, and refuses only that piece. */
async function importOrHalve<One>(
  batch: readonly One[],
  store: (some: readonly One[]) => Promise<readonly Stored[]>,
): Promise<readonly Stored[]> {
  try {
    return await store(batch)
  } catch (error) {
    const isRefused = error instanceof Refused
    if (!isRefused && !isOfTheData(error)) throw error
    if (batch.length === 1) return [isRefused ? error : new Refused('', 'holds a value that cannot be stored')]
    const middle = Math.ceil(batch.length / 2)
    return [
      ...(await importOrHalve(batch.slice(0, middle), store)),
      ...(await importOrHalve(batch.slice(middle), store)),
    ]
  }
}

async function tryAgain<T>(signal: AbortSignal | undefined, transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    if (signal?.aborted) throw new ImportStopped()
    try {
      return await transaction()
    } catch (error) {
      if (attempt === maxTries || !isOfTheMoment(error)) throw error
    }
  }
}

/** Whether PostgreSQL refuses a value (classes 22 and 54), as opposed to a database failure. */
function isOfTheData(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(22|54)/.test(String(error.code))
}

/** Whether two transactions collided, so that a retry can succeed. */
function isOfTheMoment(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^40(001|P01)$/.test(String(error.code))
}
