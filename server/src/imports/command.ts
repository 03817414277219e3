import { realpath, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { withOverrides } from '@portico/rules/brand/overrides'
import { BrandDataError, loadBrands } from '../brand/load.ts'
import { createDatabase } from '../db/database.ts'
import { openEmbedded, openPostgres } from '../db/engine.ts'
import { FolderInUseError } from '../db/lock.ts'
import { migrate } from '../db/migrate.ts'
import { csvKindOf, kindNames, passesOf, runJob } from './job.ts'
import { createProgress, sizeOf } from './progress.ts'
import { openRejects } from './rejects.ts'
import { reportMembers } from './report.ts'
import { expandPaths } from './source/open.ts'

/**
 * `npm run import -- KIND PATH… [--brand CODE] [--dry-run] [--rejects FILE] [--report FILE] [--assign-numbers]`: takes files of a
 * plan into the database at DATABASE_URL, else the embedded one in DATA_DIR. Ends with one line of JSON that counts what was done,
 * and with 0 when everything was taken, 1 when some was rejected, 2 when it could not run.
 */
class CannotRun extends Error {}

const usage = `npm run import -- ${kindNames.join('|')} PATH… [--brand CODE] [--dry-run] [--rejects FILE] [--report FILE] [--assign-numbers]`

async function main(): Promise<number> {
  const { values, positionals } = readArguments()
  const [kind = '', ...paths] = positionals
  if (!kindNames.includes(kind) || paths.length === 0) throw new CannotRun(`Say what to import: ${usage}`)
  const brands = loadBrands(join(resolve(import.meta.dirname, '../../..'), 'brands'), withOverrides)
  const brand = knownBrand(values.brand, new Set(brands.keys()))
  if (brand === null && kind === 'fhir') throw new CannotRun(`Say whose members they are: --brand CODE\n${usage}`)
  const files = await filesOf(kind, paths)
  if (values.rejects !== undefined) await checkApart(values.rejects, files)
  const database = createDatabase(await openEngine())
  const rejects = values.rejects === undefined ? null : openRejects(values.rejects, csvKindOf(kind))
  const progress = createProgress(await sizeOf(files), passesOf(kind), process.stderr)
  const job = { kind, files, brand, dryRun: values['dry-run'], assignNumbers: values['assign-numbers'] }
  try {
    await migrate(database)
    const counts = await runJob(database, new Set(brands.keys()), job, {
      bytes: progress.bytes,
      progress: progress.counts,
      reject: async (rejected) => {
        const { file, line, path, reason } = rejected
        process.stderr.write(`${file}:${line}: ${path === '' ? '' : `${path}: `}${reason}\n`)
        await rejects?.write(rejected)
      },
    })
    progress.end()
    if (values.report !== undefined) {
      const members = kind === 'fhir' && brand !== null ? { members: await reportMembers(database.read, brand) } : {}
      await writeFile(values.report, `${JSON.stringify({ ...members, counts }, null, 2)}\n`, { mode: 0o600 })
    }
    process.stdout.write(`${JSON.stringify(counts)}\n`)
    return counts.rejected === 0 ? 0 : 1
  } finally {
    await rejects?.close()
    await database.close()
  }
}

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
      },
    })
  } catch (error) {
    throw new CannotRun(`${error instanceof Error ? error.message : error}\n${usage}`)
  }
}

function knownBrand(code: string | undefined, brands: ReadonlySet<string>): string | null {
  if (code === undefined) return null
  if (!brands.has(code.toLowerCase())) {
    throw new CannotRun(`There is no brand ${code}: it is none of ${[...brands].join(', ')}.`)
  }
  return code.toLowerCase()
}

async function filesOf(kind: string, paths: readonly string[]): Promise<string[]> {
  const endings = kind === 'fhir' ? '.ndjson, .jsonl or .json' : '.csv'
  const files = await expandPaths(paths, kind === 'fhir' ? 'fhir' : 'csv').catch((error: Error) => {
    throw new CannotRun(`There is nothing to read: ${error.message}`)
  })
  if (files.length === 0) throw new CannotRun(`The folders hold no ${endings} file, packed or not.`)
  return files
}

/** Throws where a rejects file would take the place of what is to be read. */
async function checkApart(rejects: string, files: readonly string[]): Promise<void> {
  const place = await realpath(rejects).catch(() => null)
  for (const file of place === null ? [] : files) {
    if ((await realpath(file)) === place)
      throw new CannotRun(`Give the rejects another name than ${file}, which is read.`)
  }
}

async function openEngine() {
  const { DATABASE_URL: url, DATA_DIR } = process.env
  return url ? openPostgres({ url, poolSize: 2 }) : openEmbedded({ dataDir: resolve(DATA_DIR || './.data') })
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    const known = error instanceof CannotRun || error instanceof FolderInUseError || error instanceof BrandDataError
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${known ? reason : `The import stopped: ${reason}. Run the same command again to go on.`}\n`)
    process.exitCode = 2
  },
)
