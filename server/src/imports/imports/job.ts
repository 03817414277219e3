import { join, resolve } from 'node:path'
import { importKinds } from '@portico/contract/import-kinds'
import { loadZipPoints } from '../../brands/zip/table.ts'
import type { Database } from '../../platform/db/database.ts'
import type { ImportCountsData } from '../../platform/db/tables.ts'
import type { CsvKind } from './csv/kind.ts'
import { csvKinds } from './csv/kinds.ts'
import { readCsv } from './csv/rows.ts'
import { importCsv } from './csv/run.ts'
import { importDirectory } from './directory/run.ts'
import { readFiles } from './files.ts'
import { formularyKind, importFormularies } from './formulary/run.ts'
import type { RunReports } from './machine.ts'
import { readNumberForms } from './number-forms.ts'
import { importPlans, plansKind } from './plans/run.ts'
import { readRates } from './rates/read.ts'
import { importFhir, passesOfFhir } from './run.ts'
import type { endings } from './source/open.ts'
import type { KnownAliases } from './source/read.ts'
import type { KeepOriginals } from './x12/originals.ts'
import { importX12, passesOfX12, x12Kind } from './x12/run.ts'

/** The files to import, of one kind: `fhir`, `x12`, `directory`, `rates` or a kind of CSV file. */
export interface ImportJob {
  readonly kind: string
  readonly files: readonly string[]
  /** The brand of the members; null if the files state it. */
  readonly brand: string | null
  readonly dryRun: boolean
  /** Assigns a member number to people whose files have none. */
  readonly assignNumbers: boolean
  /** Removes from a directory or a drug list whatever the files lack. */
  readonly allowRemovals?: boolean
  /** Imports the valid rows of a plan catalogue even if others are wrong. */
  readonly partial?: boolean
  /** The folder for answers to the senders of X12 files; without one, they get none. */
  readonly answers?: string | null
  /** The thresholds beyond which a command's X12 files are not stored, as the command writes them; '': the brand's. */
  readonly thresholds?: string | null
  /** Whether the files came by night, without a person. */
  readonly isNightly?: boolean
  /** Whether a server lends it the only connection, for which others wait. */
  readonly isShared?: boolean
}

export interface JobReports extends RunReports {
  /** Called with the number of bytes read. */
  readonly bytes: (more: number) => void
  /** How X12 files are kept as received; missing: they are not. */
  readonly keep?: KeepOriginals | null
  /** Called with the id of every Patient of FHIR files. */
  readonly person?: (patientId: string) => void
}

export const kindNames: readonly string[] = importKinds

function findCsvKind(name: string): CsvKind | undefined {
  return csvKinds.find((kind) => kind.name === name)
}

/** The format of a kind's files, which determines their extensions. */
export function findFormat(kind: string): keyof typeof endings {
  if (kind === 'fhir' || kind === 'rates' || kind === 'directory' || kind === x12Kind) return kind
  if (kind === formularyKind) return 'rates'
  return 'csv'
}

/** How many passes a kind makes over its files. */
export function countPasses({ kind, brand }: Pick<ImportJob, 'kind' | 'brand'>): number {
  if (kind === x12Kind) return passesOfX12
  return kind === 'fhir' ? passesOfFhir(brand) : 1
}

/** Runs a job. */
export async function runJob(
  database: Database,
  brands: ReadonlySet<string>,
  job: ImportJob,
  reports: JobReports,
  signal?: AbortSignal,
): Promise<ImportCountsData> {
  await readNumberForms(database)
  const options = { ...job, brands, now: new Date(), signal }
  if (job.kind === plansKind)
    return importPlans(database, options, { ...reports, read: (file) => readCsv(file, reports.bytes) })
  if (job.kind === x12Kind)
    return importX12(
      database,
      {
        ...options,
        answers: job.answers ?? null,
        keep: reports.keep ?? null,
        isNightly: job.isNightly === true,
        thresholds: job.thresholds ?? null,
      },
      reports,
    )
  if (job.kind === formularyKind) return importFormularies(database, options, reports)
  const csv = findCsvKind(job.kind)
  if (csv !== undefined) {
    return importCsv(database, csv, options, { ...reports, read: (file) => readCsv(file, reports.bytes) })
  }
  if (job.kind === 'rates') {
    const { importRates } = await import('./rates/run.ts')
    return importRates(database, options, { ...reports, read: (file) => readRates(file, reports.bytes) })
  }
  if (job.kind === 'directory') return importDirectory(database, { ...options, findPoint: zipPoints() }, reports)
  const known: KnownAliases = new Map()
  const read = () => readFiles(job.files, reports.bytes, known)
  return importFhir(database, options, { ...reports, read })
}

const root = resolve(import.meta.dirname, '../../../..')

/** The coordinates of ZIP codes, read on first use. */
function zipPoints() {
  let points: ReturnType<typeof loadZipPoints> | undefined
  return (zip: string) => {
    points ??= loadZipPoints(join(root, 'demo/zip-county.csv.gz'))
    return points(zip)
  }
}
