import { stringify } from 'csv-stringify/sync'
import type { Database } from '../../db/database.ts'
import type { ImportCountsData } from '../../db/tables.ts'
import { knownYear, takeYear } from '../../plans/taking.ts'
import type { CsvRow } from '../csv/rows.ts'
import { type RunOptions, type RunReports, runImport } from '../machine.ts'
import { Refused } from '../refused.ts'
import { whyUnreadable } from '../source/unreadable.ts'
import { GatheredPlans, orphans, type RowAt, yearOf } from './gather.ts'
import { type LayoutHeader, type LayoutName, layoutOf } from './layouts.ts'

export interface PlanReports extends RunReports {
  readonly read: (file: string) => AsyncIterable<CsvRow>
}

export interface PlanOptions extends RunOptions {
  /** Whether to import the valid rows even if others are wrong. */
  readonly partial?: boolean
}

export const plansKind = 'plans'

/**
 * Imports the plans of a brand's shop (IM-9, SH-3) from all files of a run together; each part in them replaces the previous one. If any
 * row is wrong nothing is imported, unless asked for: half a catalogue would sell plans that do not exist.
 */
export function importPlans(database: Database, options: PlanOptions, reports: PlanReports): Promise<ImportCountsData> {
  return runImport(database, plansKind, options, reports, async (machine) => {
    const { brand } = options
    const [first = ''] = options.files
    const nowhere = (reason: string, path = '') =>
      machine.reject({ file: first, line: 0 }, new Refused(path, reason), '')
    if (brand === null) return nowhere('plans are of one brand: say --brand CODE', 'brand')
    const gathered = new GatheredPlans()
    const rows = new Map<number, Partial<Record<LayoutName, number>>>()
    let wrong = 0
    let passed = 0
    const refuse = async (at: RowAt, refused: Refused) => {
      wrong += 1
      await machine.reject(at.at, refused, at.text)
    }
    for (const file of options.files) await takeFile(file)
    await machine.inTransaction(async (tx) => {
      for (const [planYear, year] of gathered.years) {
        for (const { row, refused, part, planId } of orphans(year, await knownYear(tx, brand, planYear))) {
          await refuse(row, refused)
          year[part as 'plans']?.delete(planId)
        }
      }
    })
    machine.countTaken('unchanged', passed)
    if (wrong > 0 && options.partial !== true)
      return nowhere('nothing was imported because of this: correct it, or add --partial')
    await machine.inTransaction(async (tx) => {
      for (const [planYear, year] of gathered.years) {
        const taken = await takeYear(tx, { brand, planYear, runId: machine.runId, now: options.now }, yearOf(year))
        for (const [part, outcome] of Object.entries(taken))
          machine.countTaken(outcome, rows.get(planYear)?.[part as LayoutName] ?? 0)
      }
    })

    async function takeFile(file: string): Promise<void> {
      try {
        let header: LayoutHeader | undefined
        for await (const row of reports.read(file)) {
          const at = { file, line: row.line }
          if (row.problem !== undefined) {
            await refuse({ at, text: row.text }, new Refused('', `the row ${row.problem}`))
            continue
          }
          if (header === undefined) header = layoutOf(row.cells)
          else await takeRow(header, { at, text: stringify([[...row.cells]]).trimEnd() }, row.cells)
        }
        if (header === undefined) throw new Refused('', 'the file is empty')
      } catch (error) {
        const reason = error instanceof Refused ? error : new Refused('', whyUnreadable(error))
        await refuse({ at: { file, line: reason.path === '' ? 0 : 1 }, text: '' }, reason)
      }
    }

    async function takeRow(header: LayoutHeader, row: RowAt, cells: readonly string[]): Promise<void> {
      try {
        const values = header.read(cells)
        if (gathered.add(header.name, values, row)) countRow(values.businessyear as number, header.name)
        else passed += 1
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        await refuse(row, error)
      }
    }

    function countRow(planYear: number, part: LayoutName): void {
      const counts = rows.get(planYear) ?? {}
      counts[part] = (counts[part] ?? 0) + 1
      rows.set(planYear, counts)
    }
  })
}
