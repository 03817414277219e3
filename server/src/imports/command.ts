import { realpath, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { withOverrides } from '@portico/rules/brand/overrides'
import { BrandDataError, loadBrands } from '../brand/load.ts'
import { createDatabase } from '../db/database.ts'
import { type Engine, openEmbedded, openPostgres } from '../db/engine.ts'
import { FolderInUseError } from '../db/lock.ts'
import { migrate } from '../db/migrate.ts'
import { type Done, EndedByServer, handOver } from './handover/client.ts'
import { csvKindOf, formatOf, type ImportJob, type JobReports, kindNames, passesOf, runJob } from './job.ts'
import type { RejectedRecord } from './machine.ts'
import { createProgress, sizeOf } from './progress.ts'
import { openRejects } from './rejects.ts'
import { reportMembers } from './report.ts'
import { expandPaths } from './source/open.ts'
import { whyStopped } from './why-stopped.ts'

/**
 * `npm run import -- KIND PATH… [--brand CODE] [--dry-run] [--rejects FILE] [--report FILE] [--assign-numbers] [--partial]`: imports a
 * plan's files into the database at DATABASE_URL, or else into the embedded one in DATA_DIR. Ends with a line of JSON with counts, and
 * exits with 0 if everything was imported, 1 if some was rejected, 2 if it could not run.
 */
class CannotRun extends Error {}

const usage = `npm run import -- ${kindNames.join('|')} PATH… [--brand CODE] [--dry-run] [--rejects FILE] [--report FILE] [--assign-numbers] [--partial]`

async function main(): Promise<number> {
  const { values, positionals } = readArguments()
  const [kind = '', ...paths] = positionals
  if (!kindNames.includes(kind) || paths.length === 0) throw new CannotRun(`Name what to import: ${usage}`)
  const brands = loadBrands(join(resolve(import.meta.dirname, '../../..'), 'brands'), withOverrides)
  const brand = knownBrand(values.brand, new Set(brands.keys()))
  const files = await filesOf(kind, paths)
  if (values.rejects !== undefined) await checkApart(values.rejects, files)
  const rejects = values.rejects === undefined ? null : openRejects(values.rejects, csvKindOf(kind))
  const progress = createProgress(await sizeOf(files), passesOf({ kind, brand }), process.stderr)
  const { 'dry-run': dryRun, 'assign-numbers': assignNumbers, partial } = values
  const job = { kind, files, brand, dryRun, assignNumbers, partial }
  const reports = {
    bytes: progress.bytes,
    progress: progress.counts,
    reject: async (rejected: RejectedRecord) => {
      const { file, line, path, reason } = rejected
      process.stderr.write(`${file}:${line}: ${path === '' ? '' : `${path}: `}${reason}\n`)
      await rejects?.write(rejected)
    },
  }
  try {
    const wanted = { ...job, report: values.report !== undefined && kind === 'fhir' }
    const { counts, members } = await run(wanted, new Set(brands.keys()), reports)
    progress.end()
    if (values.report !== undefined) {
      const report = members === null ? { counts } : { members, counts }
      await writeFile(values.report, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 })
    }
    process.stdout.write(`${JSON.stringify(counts)}\n`)
    return counts.rejected === 0 ? 0 : 1
  } finally {
    await rejects?.close()
  }
}

/** Runs the import here, or in the server that holds the embedded database's folder. Ctrl-C ends it after a batch. */
async function run(job: WantedJob, brands: ReadonlySet<string>, reports: JobReports): Promise<Done> {
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort())
  process.once('SIGTERM', () => stopping.abort())
  const { DATABASE_URL: url, DATA_DIR } = process.env
  const dataDir = resolve(DATA_DIR || './.data')
  let engine: Engine
  try {
    engine = url ? openPostgres({ url, poolSize: 2 }) : await openEmbedded({ dataDir })
  } catch (error) {
    const done = error instanceof FolderInUseError ? await handOver(dataDir, job, reports, stopping.signal) : undefined
    if (done === undefined) throw error
    return done
  }
  const database = createDatabase(engine)
  try {
    await migrate(database)
    const counts = await runJob(database, brands, job, reports, stopping.signal)
    const members = job.report && job.brand !== null ? await reportMembers(database.read, job.brand) : null
    return { counts, members }
  } finally {
    await database.close()
  }
}

type WantedJob = ImportJob & { readonly report: boolean }

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        brand: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        rejects: { type: 'string' },
        report: { type: 'string' },
        'assign-numbers': { type: 'boolean', default: false },
        partial: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new CannotRun(`${error instanceof Error ? error.message : error}\n${usage}`)
  }
}

function knownBrand(code: string | undefined, brands: ReadonlySet<string>): string | null {
  if (code === undefined) return null
  if (!brands.has(code.toLowerCase())) {
    throw new CannotRun(`There is no brand ${code}. The brands are ${[...brands].join(', ')}.`)
  }
  return code.toLowerCase()
}

const endingWords = {
  fhir: '.ndjson, .jsonl or .json',
  rates: '.json',
  csv: '.csv',
  directory: '.csv, .ndjson, .jsonl or .json',
} as const

async function filesOf(kind: string, paths: readonly string[]): Promise<string[]> {
  const format = formatOf(kind)
  const files = await expandPaths(paths, format).catch((error: Error) => {
    throw new CannotRun(`There is nothing to read: ${error.message}`)
  })
  if (files.length === 0) throw new CannotRun(`The folders have no ${endingWords[format]} file, compressed or not.`)
  return files
}

/** Throws if the rejects file would overwrite a file to be read. */
async function checkApart(rejects: string, files: readonly string[]): Promise<void> {
  const place = await realpath(rejects).catch(() => null)
  for (const file of place === null ? [] : files) {
    if ((await realpath(file)) === place)
      throw new CannotRun(`Give the rejects another name than ${file}, which is read.`)
  }
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    const known = [CannotRun, FolderInUseError, BrandDataError, EndedByServer].some((kind) => error instanceof kind)
    process.stderr.write(`${known && error instanceof Error ? error.message : whyStopped(error)}\n`)
    process.exitCode = 2
  },
)
