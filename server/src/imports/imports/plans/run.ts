import { stringify } from 'csv-stringify/sync'
import { countRemovals, importYear, readKnownPlans, readKnownYear } from '../../../brands/plans/importing.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { ImportCountsData } from '../../../platform/db/tables.ts'
import type { CsvRow } from '../csv/rows.ts'
import { type Machine, type RunOptions, type RunReports, runImport } from '../machine.ts'
import { Refused } from '../refused.ts'
import { isTooMuch, TooManyRemovals } from '../removals.ts'
import { whyUnreadable } from '../source/unreadable.ts'
import {
  countRows,
  countYearsOfPlans,
  dropLost,
  GatheredPlans,
  isWithoutPlans,
  linksIn,
  orphans,
  passedReasons,
  type RowAt,
  toYear,
} from './gather.ts'
import { detectLayout, findUnread, type LayoutHeader, type LayoutName, layoutNames } from './layouts.ts'

export interface PlanReports extends RunReports {
  readonly read: (file: string) => AsyncGenerator<CsvRow>
}

export interface PlanOptions extends RunOptions {
  /** Whether an unreadable row costs only itself, not its plan. */
  readonly partial?: boolean
}

export const plansKind = 'plans'

/** What a row of each layout is called, in the counts of skipped and removed rows. */
const names: Readonly<Record<LayoutName, string>> = {
  plans: 'plan',
  benefits: 'benefit',
  rates: 'rate',
  service: 'service area',
  rating: 'rating area',
}

/** A file whose first row has been read. */
interface OpenFile {
  readonly file: string
  readonly header: LayoutHeader
  readonly rows: AsyncGenerator<CsvRow>
}

/**
 * Imports the plans of a brand's shop (IM-9, SH-3) from all files of a run together; each layout in them replaces the previous rows of that
 * layout. An unreadable row costs its plan. If a whole file is unreadable, or no plan is left, nothing is imported: half a catalogue would
 * sell plans that do not exist.
 */
export function importPlans(database: Database, options: PlanOptions, reports: PlanReports): Promise<ImportCountsData> {
  return runImport(database, plansKind, options, reports, async (machine) => {
    const { brand } = options
    const [first = ''] = options.files
    const nowhere = (reason: string, path = '') =>
      machine.reject({ file: first, line: 0 }, new Refused(path, reason), '')
    if (brand === null) return nowhere('plans are of one brand: say --brand CODE', 'brand')
    const reading = new PlanReading(machine, await machine.inTransaction((tx) => readKnownPlans(tx, brand)), options)
    const opened = await reading.openAll(options.files, reports.read)
    if (opened.length === 0 && reading.isWhole) return nowhere('none of these files is one that is read')
    for (const one of opened) await reading.read(one)
    const { gathered } = reading
    await machine.inTransaction((tx) => reading.dropOrphans(tx, brand))
    const empty = [...gathered.years].filter(([, year]) => isWithoutPlans(year))
    if (!reading.isWhole || (empty.length > 0 && empty.length === countYearsOfPlans(gathered)))
      return nowhere('nothing was imported because of this')
    // A year that a row names by mistake must not block the other years.
    for (const [planYear, year] of empty) {
      machine.skip('row', 'none of the plans of its year can be read', countRows(year))
      gathered.years.delete(planYear)
    }
    await machine.inTransaction((tx) => storeYears(tx, machine, gathered, { ...options, brand }))
  })
}

/** Replaces the stored data of each year. Throws TooManyRemovals. */
async function storeYears(
  tx: Tx,
  machine: Machine,
  gathered: GatheredPlans,
  { brand, now, allowRemovals }: PlanOptions & { readonly brand: string },
): Promise<void> {
  for (const [planYear, year] of gathered.years) {
    for (const { part, ...removal } of await countRemovals(tx, { brand, planYear }, toYear(year))) {
      if (isTooMuch(removal) && allowRemovals !== true)
        throw new TooManyRemovals(`${names[part]}s of ${planYear}`, removal)
      machine.remove(removal.removed)
    }
    const outcomes = await importYear(tx, { brand, planYear, runId: machine.runId, now }, toYear(year))
    for (const [part, outcome] of Object.entries(outcomes)) {
      const rows = year.counts.get(part as LayoutName)?.values() ?? []
      machine.countOutcome(
        outcome,
        [...rows].reduce((sum, one) => sum + one, 0),
      )
    }
  }
}

/** Gathers the plans of a run's files. */
class PlanReading {
  readonly gathered: GatheredPlans
  readonly #machine: Machine
  readonly #isPartial: boolean
  /** False once a whole file cannot be read. */
  isWhole = true

  constructor(
    machine: Machine,
    known: ConstructorParameters<typeof GatheredPlans>[0],
    { partial }: Pick<PlanOptions, 'partial'>,
  ) {
    this.gathered = new GatheredPlans(known)
    this.#machine = machine
    this.#isPartial = partial === true
  }

  /** Opens the files that have something to read, in reading order. */
  async openAll(files: readonly string[], read: PlanReports['read']): Promise<readonly OpenFile[]> {
    const opened: OpenFile[] = []
    for (const file of files)
      await this.#nameFile(file, async () => {
        const one = await this.#open(file, read(file))
        if (one !== null) opened.push(one)
      })
    // Small-group plans must be known before any other file about them is read.
    return opened.sort((a, b) => layoutNames.indexOf(a.header.name) - layoutNames.indexOf(b.header.name))
  }

  read({ file, header, rows }: OpenFile): Promise<void> {
    return this.#nameFile(file, async () => {
      for await (const row of rows) {
        if (row.problem !== undefined) await this.#refuseUnread(file, row)
        else {
          const text = stringify([[...row.cells]]).trimEnd()
          await this.#readRow(header, { at: { file, line: row.line }, text }, row.cells)
        }
      }
    })
  }

  /** Leaves out plans with an unreadable row, and rows about unknown plans. */
  async dropOrphans(tx: Tx, brand: string): Promise<void> {
    const leaveOut = (rows: number) => this.#machine.skip('row', 'its plan has a row that cannot be read', rows)
    for (const [planYear, year] of this.gathered.years) {
      leaveOut(dropLost(year))
      for (const { row, refused, planId } of orphans(year, await readKnownYear(tx, brand, planYear))) {
        await this.#refuse(row, refused)
        year.lost.add(planId)
      }
      leaveOut(dropLost(year))
    }
  }

  async #nameFile(file: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      const reason = error instanceof Refused ? error : new Refused('', whyUnreadable(error))
      this.isWhole = false
      await this.#refuse({ at: { file, line: reason.path === '' ? 0 : 1 }, text: '' }, reason)
    }
  }

  /** Null for a file of which nothing is read. */
  async #open(file: string, rows: AsyncGenerator<CsvRow>): Promise<OpenFile | null> {
    for (;;) {
      const { value: row, done } = await rows.next()
      if (done) throw new Refused('', 'the file is empty')
      if (row.problem !== undefined) await this.#refuseUnread(file, row)
      else {
        const unread = findUnread(row.cells)
        if (unread === null) return { file, header: detectLayout(row.cells), rows }
        for await (const _ of rows)
          this.#machine.skip(unread, 'nothing that is shown is in these files of the exchange')
        return null
      }
    }
  }

  async #readRow(header: LayoutHeader, row: RowAt, cells: readonly string[]): Promise<void> {
    const [gathered, name] = [this.gathered, names[header.name]]
    const about = header.peek(cells)
    const passed = gathered.passes(header.name, about)
    if (passed !== null) return this.#machine.skip(name, passedReasons[passed])
    try {
      const values = header.read(cells)
      const reason = gathered.add(header.name, values, row)
      if (reason !== null) this.#machine.skip(name, passedReasons[reason])
      else
        for (const link of linksIn(values))
          if (link === 'none') this.#machine.skip('link', 'it does not begin with https://')
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (!this.#isPartial) gathered.lose(about)
      await this.#refuse(row, error)
    }
  }

  #refuseUnread(file: string, row: CsvRow & { readonly problem: string }): Promise<void> {
    return this.#refuse({ at: { file, line: row.line }, text: row.text }, new Refused('', `the row ${row.problem}`))
  }

  #refuse(row: RowAt, refused: Refused): Promise<void> {
    return this.#machine.reject(row.at, refused, row.text)
  }
}
