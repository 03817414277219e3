import { realpath, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadBrandsFrom, readConfiguredBrands } from '../../brands/brand/configured.ts'
import { CannotRun, cannotRun, type Told, toMessage } from '../../platform/command-line.ts'
import { createDatabase } from '../../platform/db/database.ts'
import { type Engine, openEmbedded, openPostgres } from '../../platform/db/engine.ts'
import { FolderInUseError } from '../../platform/db/lock.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { type Done, handOver } from './handover/client.ts'
import { countPasses, findFormat, type ImportJob, type JobReports, kindNames, runJob } from './job.ts'
import type { RejectedRecord } from './machine.ts'
import { createProgress, measureSize, type Progressing } from './progress.ts'
import { openRejects } from './rejects.ts'
import { buildReport } from './report.ts'
import { requireBrand } from './require-brand.ts'
import { expandPaths } from './source/open.ts'
import { whyStopped } from './why-stopped.ts'
import { chooseKeeping } from './x12/originals.ts'
import { x12Kind } from './x12/run.ts'
import { parseThresholds } from './x12/thresholds.ts'

const usage = `npm run import -- ${kindNames.join('|')} PATH… [--brand CODE] [--dry-run] [--rejects FILE] [--report FILE] [--assign-numbers] [--partial] [--allow-removals] [--answers FOLDER] [--thresholds LIST] [--release]`

type Environment = Readonly<Record<string, string | undefined>>

interface Surroundings {
  /** Where the command writes its progress and rejects. */
  readonly progress: Progressing
  /** Called once the import has begun; the signal ends it after a batch. */
  readonly createStopSignal: () => AbortSignal
}

/**
 * `npm run import -- KIND PATH… [--brand CODE] [--dry-run] [--rejects FILE] [--report FILE] [--assign-numbers] [--partial] [--allow-removals] [--answers FOLDER] [--thresholds LIST] [--release]`: imports a
 * plan's files into the database at DATABASE_URL, or else into the embedded one in DATA_DIR. Ends with a line of JSON with counts, and
 * exits with 0 if everything was imported, 1 if some was rejected, 2 if it could not run.
 */
export async function importFiles(
  args: readonly string[],
  environment: Environment,
  around: Surroundings,
): Promise<Told> {
  try {
    return await importPaths(args, environment, around)
  } catch (error) {
    return cannotRun(error, whyStopped)
  }
}

async function importPaths(
  args: readonly string[],
  environment: Environment,
  { progress: out, createStopSignal }: Surroundings,
): Promise<Told> {
  const { values, positionals } = readArguments(args)
  const [kind = '', ...paths] = positionals
  if (!kindNames.includes(kind) || paths.length === 0) throw new CannotRun(`Name what to import: ${usage}`)
  const brand = values.brand?.toLowerCase() ?? null
  const files = await listImportFiles(kind, paths)
  if (values.rejects !== undefined) await checkApart(values.rejects, files)
  const rejects = values.rejects === undefined ? null : openRejects(values.rejects, kind)
  const progress = createProgress(await measureSize(files), countPasses({ kind, brand }), out)
  const { 'dry-run': dryRun, 'assign-numbers': assignNumbers, 'allow-removals': allowRemovals, partial } = values
  const answers = values.answers === undefined ? null : resolve(values.answers)
  const thresholds = readThresholds(values, { kind, brand })
  const job = { kind, files, brand, dryRun, assignNumbers, allowRemovals, partial, answers, thresholds }
  const reports = {
    bytes: progress.bytes,
    progress: progress.counts,
    reject: async (rejected: RejectedRecord) => {
      const { file, line, path, reason } = rejected
      out.write(`${file}:${line}: ${path === '' ? '' : `${path}: `}${reason}\n`)
      await rejects?.write(rejected)
    },
  }
  try {
    const wanted = { ...job, report: values.report !== undefined }
    const { counts, report } = await run(wanted, reports, {
      environment,
      signal: createStopSignal(),
    })
    progress.end()
    if (values.report !== undefined) {
      await writeFile(values.report, `${JSON.stringify({ ...report, counts }, null, 2)}\n`, { mode: 0o600 })
    }
    return { said: JSON.stringify(counts), code: counts.rejected === 0 ? 0 : 1 }
  } finally {
    await rejects?.close()
  }
}

/** Runs the import here, or in the server that holds the embedded database's folder. The signal ends it after a batch. */
async function run(
  job: WantedJob,
  reports: JobReports,
  { environment, signal }: { readonly environment: Environment; readonly signal: AbortSignal },
): Promise<Done> {
  const { DATABASE_URL: url, DATABASE_LISTEN_URL: ownUrl, DATA_DIR } = environment
  const dataDir = resolve(DATA_DIR || './.data')
  let engine: Engine
  try {
    engine = url ? openPostgres({ url, ownUrl: ownUrl || undefined, poolSize: 2 }) : await openEmbedded({ dataDir })
  } catch (error) {
    const done = error instanceof FolderInUseError ? await handOver(dataDir, job, reports, signal) : undefined
    if (done === undefined) throw error
    return done
  }
  const database = createDatabase(engine)
  try {
    await migrate(database)
    const brands = new Set((await loadBrandsFrom(readConfiguredBrands(environment), database)).keys())
    requireBrand(job.brand, brands)
    const people = new Set<string>()
    const keep = job.kind === x12Kind ? chooseKeeping(environment, !url) : null
    const person = (id: string) => void (job.report && people.add(id))
    const counts = await runJob(database, brands, job, { ...reports, person, keep }, signal)
    return { counts, report: await buildReport(database.read, job, people) }
  } finally {
    await database.close()
  }
}

type WantedJob = ImportJob & { readonly report: boolean }

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        brand: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        rejects: { type: 'string' },
        report: { type: 'string' },
        'assign-numbers': { type: 'boolean', default: false },
        partial: { type: 'boolean', default: false },
        'allow-removals': { type: 'boolean', default: false },
        answers: { type: 'string' },
        thresholds: { type: 'string' },
        release: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new CannotRun(`${toMessage(error)}\n${usage}`)
  }
}

/** The thresholds beyond which a brand's X12 files are not stored; '': the brand's settings; null: no thresholds. Throws CannotRun. */
function readThresholds(
  { thresholds: text, release }: { readonly thresholds?: string | undefined; readonly release: boolean },
  { kind, brand }: Pick<ImportJob, 'kind' | 'brand'>,
) {
  const isJudged = kind === x12Kind && brand !== null
  if (text !== undefined && !isJudged)
    throw new CannotRun('--thresholds is for x12 files of one brand: say --brand CODE')
  if (text !== undefined && release) throw new CannotRun('Say --thresholds or --release, not both')
  if (release || !isJudged) return null
  if (text !== undefined) parseThresholds(text)
  return text ?? ''
}

const endingWords = {
  fhir: '.ndjson, .jsonl or .json',
  x12: '.x12, .edi, .834, .835, .837, .txt or .dat',
  rates: '.json',
  csv: '.csv',
  directory: '.csv, .ndjson, .jsonl or .json',
} as const

async function listImportFiles(kind: string, paths: readonly string[]): Promise<string[]> {
  const format = findFormat(kind)
  const files = await expandPaths(paths, format).catch((error: Error) => {
    throw new CannotRun(`There is nothing to read: ${error.message}`)
  })
  if (files.length === 0) throw new CannotRun(`The folders have no ${endingWords[format]} file, compressed or not.`)
  return files
}

/** Throws if the rejects file would overwrite an input file. */
async function checkApart(rejects: string, files: readonly string[]): Promise<void> {
  const place = await realpath(rejects).catch(() => null)
  for (const file of place === null ? [] : files) {
    if ((await realpath(file)) === place)
      throw new CannotRun(`Give the rejects another name than ${file}, which is read.`)
  }
}
