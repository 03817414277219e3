import { createHash } from 'node:crypto'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { ImportCountsData } from '../../../platform/db/tables.ts'
import { selectLatest } from '../../../platform/versions/latest.ts'
import type { Outcome } from '../../../platform/versions/outcome.ts'
import { type Machine, type Piece, type RunOptions, type RunReports, runImport } from '../machine.ts'
import { type Payers, readPayers, refusePayer } from '../payers.ts'
import { Refused } from '../refused.ts'
import { whyUnreadable } from '../source/unreadable.ts'
import { type CsvHeader, joinFaults, readHeader } from './header.ts'
import { type CsvKind, type CsvRun, listColumns, type NumberHolders } from './kind.ts'
import { escapeCells } from './rejected-cells.ts'
import { computeRowId, findRows, keepRows } from './row-store.ts'
import type { CsvRow } from './rows.ts'

export interface CsvReports extends RunReports {
  readonly read: (file: string) => AsyncIterable<CsvRow>
}

/** A row as read: its values, key and version. */
interface ReadRow extends Piece {
  readonly brand: string
  readonly values: Readonly<Record<string, unknown>>
  /** A digest of kind, brand and key, which reveals nothing about anyone. */
  readonly rowId: string
  readonly version: string | null
  readonly hash: Buffer
}

interface FileRun extends CsvRun {
  readonly holders: NumberHolders<ReadRow['values']> | undefined
}

/** Imports CSV files of one kind (IM-6) like FHIR resources: in batches, each row once, with the newest version winning. */
export function importCsv(
  database: Database,
  kind: CsvKind,
  options: RunOptions & { readonly brands: ReadonlySet<string> },
  reports: CsvReports,
): Promise<ImportCountsData> {
  return runImport(database, kind.name, options, reports, async (machine) => {
    const run = { runId: machine.runId, now: options.now, warn: machine.warn }
    const payers = await readPayers(database.read)
    for (const file of options.files) {
      try {
        await importFile(file, machine, { ...run, payers })
      } catch (error) {
        const reason = error instanceof Refused ? error : new Refused('', whyUnreadable(error))
        await machine.reject({ file, line: reason.path === '' ? 0 : 1 }, reason, '')
      }
    }
  })

  async function importFile(file: string, machine: Machine, run: CsvRun & { readonly payers: Payers }): Promise<void> {
    let header: CsvHeader | undefined
    const batch = machine.gather<ReadRow>()
    const whole = { ...run, holders: kind.createHolders?.() }
    const store = () => machine.importBatch(batch.take(), (tx, all) => importRows(tx, kind, all, whole))
    for await (const row of reports.read(file)) {
      if (header === undefined) {
        header = readHeader(row, listColumns(kind))
        continue
      }
      const read = await readRow(machine, { file, line: row.line }, row, { header, payers: run.payers })
      if (read !== null && batch.add(read)) await store()
    }
    if (header === undefined) throw new Refused('', 'the file is empty')
    await store()
  }

  async function readRow(
    machine: Machine,
    at: Piece['at'],
    row: CsvRow,
    { header, payers }: { readonly header: CsvHeader; readonly payers: Payers },
  ): Promise<ReadRow | null> {
    if (row.problem !== undefined) {
      await machine.reject(at, new Refused('', `the row ${row.problem}`), escapeCells([row.text]))
      return null
    }
    if (header.isNote(row.cells)) {
      machine.skip('row', 'only says why another one was rejected')
      return null
    }
    const text = escapeCells(header.inOrder(row.cells))
    try {
      const { values, brand } = readValues(kind, header, row.cells, { payers, options })
      return { at, text, values, brand, ...buildIdentity(kind, brand, values) }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      await machine.reject(at, error, text)
      return null
    }
  }
}

/** What determines the brand of a row. */
interface Branding {
  readonly payers: Payers
  readonly options: RunOptions & { readonly brands: ReadonlySet<string> }
}

/** The values of a row, and its brand. Throws Refused with everything that is wrong, so that nobody loads a file again for each fault. */
function readValues(kind: CsvKind, header: CsvHeader, cells: readonly string[], branding: Branding) {
  const { values, wrong } = header.readAll(cells)
  const brand = tryBrand(values, branding)
  const others = [...(kind.check?.(values, branding.options.now) ?? []), ...(brand instanceof Refused ? [brand] : [])]
  // A wrong cell looks like an empty one here.
  const known = new Set(wrong.map(({ path }) => path))
  const faults = [...wrong, ...others.filter(({ path }) => !known.has(path))]
  if (brand instanceof Refused || faults.length > 0) throw joinFaults(faults)
  return { values, brand }
}

function tryBrand(values: ReadRow['values'], branding: Branding): string | Refused {
  try {
    return findBrand(values, branding)
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

/** The brand of a row. Throws Refused. */
function findBrand({ brand, payer }: ReadRow['values'], { payers, options }: Branding): string {
  const said = typeof brand === 'string' ? brand.toLowerCase() : null
  if (said !== null && !options.brands.has(said)) throw new Refused('brand', `there is no brand ${said}`)
  const ofPayer = typeof payer === 'string' ? payers.findBrand(payer) : null
  const own = said ?? ofPayer
  if (own !== null && options.brand !== null && own !== options.brand) {
    throw new Refused(said === null ? 'payer' : 'brand', `is of ${own}, while this run is for ${options.brand}`)
  }
  const known = own ?? options.brand
  if (known !== null) return known
  if (typeof payer === 'string') throw refusePayer('payer', { id: null, names: [payer] }, payers)
  throw new Refused('brand', 'is empty: fill it in, or say --brand CODE')
}

function buildIdentity(kind: CsvKind, brand: string, values: ReadRow['values']) {
  const { updated_at: version, brand: _, payer: __, ...content } = values
  const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest()
  const rowId = computeRowId(kind.name, brand, kind.toKey(values))
  return { rowId, version: typeof version === 'string' ? version : null, hash: digest(content) }
}

/** Finds the rows that cannot be about the person who has their number, because a file gives one number to several people. */
async function refuseOfOthers(
  tx: Tx,
  rows: readonly ReadRow[],
  holders: FileRun['holders'],
): Promise<Map<ReadRow, Refused>> {
  const refused = (await holders?.refuseOthers(tx, rows)) ?? []
  return new Map(rows.flatMap((row, index) => (refused[index] == null ? [] : [[row, refused[index]] as const])))
}

/**
 * Stores new and newer rows with their versions. If the last of several rows with the same key is refused, the one before it counts: for
 * every row that is counted, it or an equal row is stored.
 */
async function importRows(
  tx: Tx,
  kind: CsvKind,
  rows: readonly ReadRow[],
  { holders, ...run }: FileRun,
): Promise<readonly (Outcome | Refused)[]> {
  const known = await findRows(tx, kind.name, rows)
  const whyNot = await refuseOfOthers(tx, rows, holders)
  const selectUnrefused = () =>
    selectLatest(
      rows.filter((row) => !whyNot.has(row)),
      ({ rowId }) => rowId,
      known,
    )
  let latest = selectUnrefused()
  for (let next = latest.changed; next.length > 0; ) {
    const refused = await kind.store(tx, next, run)
    const stored = next.filter((_, index) => refused[index] === null)
    await keepRows(tx, kind.name, stored, run.runId)
    for (const [index, row] of next.entries()) if (refused[index] != null) whyNot.set(row, refused[index])
    if (stored.length === next.length) break
    latest = selectUnrefused()
    const tried = new Set(stored.map(({ rowId }) => rowId))
    const again = new Set(next.map(({ rowId }) => rowId).filter((rowId) => !tried.has(rowId)))
    next = latest.changed.filter(({ rowId }) => again.has(rowId))
  }
  const outcomes = latest.outcomes.values()
  return rows.map((row) => whyNot.get(row) ?? (outcomes.next().value as Outcome))
}
