import { parseArgs } from 'node:util'
import { CannotRun, cannotRun, type Told, toMessage } from '../../platform/command-line.ts'
import { readConfig } from '../../platform/config.ts'
import { withDatabase } from '../../platform/db/command-database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { createShelf, type Shelf } from '../../platform/storage/shelf.ts'
import { readVersion } from '../../platform/version.ts'
import { auditCommand } from '../../staff/staff/audit-command.ts'
import { extracted } from './declared.ts'
import { extractTable } from './extract.ts'
import { type Db, endTurn, keepState, readState, takeTurn } from './store.ts'

const usage = `npm run extract [-- --table NAME …] [--free-text] [--full]
Tables: ${Object.keys(extracted).join(', ')}`

/**
 * `npm run extract` (OP-12): exports what has changed since the last extract to a warehouse, or resumes an extract that was cut off, with
 * the server's settings and alongside running servers. Exits with 0 if everything is written, 1 if it was stopped, 2 if it could not run.
 */
export async function runExtract(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  { signal, max }: { readonly signal?: AbortSignal | undefined; readonly max?: number } = {},
): Promise<Told> {
  try {
    const options = readOptions(args)
    const config = readConfig(environment)
    const shelf = createShelf(config.extractDir, config.objectStore)
    if (shelf === null) throw new CannotRun('Set EXTRACT_DIR, or an object store (S3_…): extracts need a place.')
    return await withDatabase(config, (database) =>
      database.apart((db) => extractAll({ db, shelf, ...options, signal, max })),
    )
  } catch (error) {
    return cannotRun(
      error,
      (unexpected) => `The extract failed, and goes on from there next time: ${toMessage(unexpected)}`,
    )
  }
}

interface Options {
  readonly tables: readonly string[]
  readonly freeText: boolean
  readonly full: boolean
}

function readOptions(args: readonly string[]): Options {
  const options = {
    table: { type: 'string', multiple: true },
    'free-text': { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
  } as const
  try {
    const { values } = parseArgs({ args: [...args], options })
    const tables = values.table ?? Object.keys(extracted)
    const unknown = tables.filter((name) => !(name in extracted))
    if (unknown.length > 0) throw new Error(`There is no extract of ${unknown.join(', ')}.`)
    return { tables, freeText: values['free-text'], full: values.full }
  } catch (error) {
    throw new CannotRun(`${toMessage(error)}\n${usage}`)
  }
}

async function extractAll(
  parts: Options & {
    readonly db: Db
    readonly shelf: Shelf
    readonly signal: AbortSignal | undefined
    readonly max: number | undefined
  },
): Promise<Told> {
  const { db, shelf, tables, freeText, full, signal, max } = parts
  const version = readVersion()
  if (!(await takeTurn(db))) throw new CannotRun('Another extract is running.')
  const said: string[] = []
  try {
    for (const name of tables) {
      const table = extracted[name]
      if (table === undefined) continue
      const state = await readState(db, name)
      // An extract with other columns than the last one starts over, with all rows.
      const isAnother = state.freeText !== freeText
      const begun =
        state.begunAt !== null && !isAnother && !full
          ? { ...state, begunAt: state.begunAt }
          : { until: isAnother || full ? null : state.until, begunAt: new Date(), freeText, parts: [], afterKey: null }
      await keepState(db, name, begun)
      const keep = (now: typeof state) => keepState(db, name, now)
      const done = await extractTable({ db, shelf, name, table, keep, version, signal, ...(max && { max }) }, begun)
      if (done === null)
        return { said: [...said, `${name}: stopped; goes on from there next time`].join('\n'), code: 1 }
      said.push(`${name}: ${done.rows} rows (${done.kind}) in ${done.folder}`)
      await auditRows(db, name, done)
    }
    return { said: said.join('\n'), code: 0 }
  } finally {
    await endTurn(db)
  }
}

/** One audit event per table, not per person: the manifest says which moment the rows are from. */
async function auditRows(db: Db, name: string, { rows, kind }: { rows: number; kind: string }): Promise<void> {
  const action = `extract ${name} ${kind} ${rows}`
  const event = { action, recordType: 'extract', recordId: name, memberId: null }
  await db
    .withTables<Tables>()
    .transaction()
    .execute((tx) => auditCommand(tx, event, new Date()))
}
