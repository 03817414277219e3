import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { type ImportJob, type JobReports, runJob } from '../src/imports/imports/job.ts'
import type { RejectedRecord } from '../src/imports/imports/machine.ts'
import type { Database } from '../src/platform/db/database.ts'
import type { ImportCountsData } from '../src/platform/db/tables.ts'

/** A folder for a test file, until after its last test. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

interface Asked extends Partial<ImportJob> {
  readonly kind: string
  /** All brands of the portal; only that of the members by default. */
  readonly brands?: readonly string[]
}

interface Taken {
  readonly counts: ImportCountsData
  readonly rejected: readonly RejectedRecord[]
  /** How many bytes were read. */
  readonly bytes: number
  /** The ids of the Patients of the files. */
  readonly people: ReadonlySet<string>
}

/** Imports files by path, or files with these contents by name. */
export async function importFiles(
  database: Database,
  files: readonly string[] | Readonly<Record<string, string | Buffer>>,
  asked: Asked,
  more: Partial<Pick<JobReports, 'keep'>> = {},
): Promise<Taken> {
  const { brand = null, brands = brand === null ? [] : [brand] } = asked
  const folder = mkdtempSync(join(tmpdir(), 'portico-import-'))
  const paths = Array.isArray(files) ? files : Object.entries(files).map(writeImportFile)
  const rejected: RejectedRecord[] = []
  const people = new Set<string>()
  let bytes = 0
  // Files of tests are small: what they lack is meant to go, unless a test asks.
  const job = { dryRun: false, assignNumbers: false, allowRemovals: true, ...asked, brand, files: paths }
  try {
    const counts = await runJob(database, new Set(brands), job, {
      bytes: (more) => (bytes += more),
      progress: () => {},
      reject: (one) => void rejected.push(one),
      person: (id) => void people.add(id),
      ...more,
    })
    return { counts, rejected, bytes, people }
  } finally {
    rmSync(folder, { recursive: true })
  }

  function writeImportFile([name, content]: [string, string | Buffer]): string {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
}

/** A file of resources, each in a line. */
export function ndjson(resources: readonly object[]): string {
  return resources.map((one) => `${JSON.stringify(one)}\n`).join('')
}

/** A row by column. */
export type Cells = Readonly<Record<string, string>>

/** A file of rows, with the columns that any of them has. */
export function csv(...rows: readonly Cells[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return [names, ...rows.map((row) => names.map((name) => cell(row[name] ?? '')))]
    .map((row) => `${row.join(',')}\n`)
    .join('')
}
