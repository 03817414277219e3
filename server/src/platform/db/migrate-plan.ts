import { sql } from 'kysely'
import type { Reader } from './database.ts'
import { type Effect, listEffects } from './effects.ts'
import { migrationNames, migrations } from './migrate.ts'

/** Throughput per second, measured on two cores and a laptop disk: a real server is hardly slower. */
const perSecond = { scanBytes: 200_000_000, indexBytes: 40_000_000, rows: 20_000, rewriteBytes: 50_000_000 } as const

interface Size {
  readonly rows: number
  readonly bytes: number
}

/**
 * What the next start will do to this database: which migrations, which of their statements process tables that have rows, who waits, and
 * about how long it takes (OP-4). Read-only, and reads no personal data.
 */
export async function planMigrations(db: Reader): Promise<readonly string[]> {
  const done = await listDone(db)
  if (done === null) return [`The database is empty: the start makes all tables (${migrationNames.length} migrations).`]
  const missing = migrationNames.filter((name) => !done.has(name))
  if (missing.length === 0) return ['Nothing: the database has all migrations of this version.']
  const sizes = await readSizes(db)
  const lines: string[] = []
  let seconds = 0
  for (const name of missing) {
    const migration = migrations[name]
    if (migration === undefined) continue
    const effects = await listEffects(migration)
    const told = effects.map((effect) => ({ ...effect, size: sizes.get(effect.table ?? '') ?? { rows: 0, bytes: 0 } }))
    lines.push(name, ...told.map((effect) => `  ${formatEffect(effect)}`))
    if (told.length === 0) lines.push('  makes tables of its own; nothing that is there is touched')
    seconds += told.reduce((sum, effect) => sum + estimateSeconds(effect), 0)
  }
  const blocks = lines.some((line) => line.includes('WAIT FOR ALL OF IT'))
  return [
    ...lines,
    `In all about ${formatSeconds(seconds)}. ${
      blocks ? 'Some of it holds others up: run it at a quiet hour.' : 'No one waits longer than a moment.'
    }`,
  ]
}

/** The migrations already applied; null if the database is empty. */
export async function listDone(db: Reader): Promise<ReadonlySet<string> | null> {
  const { rows: known } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db)
  if (!known[0]?.there) return null
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** The database's own estimates, because counting would scan the tables. */
async function readSizes(db: Reader): Promise<ReadonlyMap<string, Size>> {
  const { rows } = await sql<{ name: string; rows: number; bytes: number }>`
    select relname as name, greatest(reltuples, 0)::bigint as rows, pg_table_size(oid) as bytes from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`.execute(db)
  return new Map(rows.map(({ name, ...size }) => [name, size]))
}

type Sized = Effect & { readonly size: Size }

function estimateSeconds({ work, size }: Sized): number {
  if (work === 'scan') return size.bytes / perSecond.scanBytes
  if (work === 'index') return size.bytes / perSecond.indexBytes
  if (work === 'rewrite') return size.bytes / perSecond.rewriteBytes
  return work === 'rows' ? size.rows / perSecond.rows : 0
}

const whoWaits: Record<Effect['waits'], string> = {
  none: 'no one waits',
  rows: 'who changes the same rows waits',
  writers: 'who writes the table waits',
  everyone: 'who uses the table waits',
}

/** Waits longer than this are noticed. */
const noticedSeconds = 1

function formatEffect(effect: Sized): string {
  const { statement, table, work, waits, inParts, size } = effect
  const seconds = estimateSeconds(effect)
  const short = statement.length > 100 ? `${statement.slice(0, 99)}…` : statement
  const large = work === 'moment' ? '' : `, ${size.rows.toLocaleString('en')} rows, ${Math.ceil(size.bytes / 1e6)} MB`
  const isHeldUp = waits !== 'none' && !inParts && work !== 'moment' && seconds > noticedSeconds
  const waiting = isHeldUp
    ? 'OTHERS WAIT FOR ALL OF IT'
    : inParts
      ? 'in parts, no one waits for more than one'
      : whoWaits[waits]
  return `${table}: ${waiting}; ${formatSeconds(seconds)}${large} | ${short}`
}

function formatSeconds(seconds: number): string {
  if (seconds < noticedSeconds) return 'a moment'
  return seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
}
