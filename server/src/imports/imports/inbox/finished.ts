import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import * as v from 'valibot'
import type { ImportCountsData } from '../../../platform/db/tables.ts'
import { kindNames } from '../job.ts'
import type { FileGroup } from './found-files.ts'
import { clearRun } from './killed.ts'

const Report = v.object({
  kind: v.string(),
  files: v.array(v.string()),
  counts: v.nullable(v.object({ rejected: v.number() })),
  heldAs: v.exactOptional(v.string()),
})

/** Folder of the current runs: each has its own, with its rejects. */
const workName = '.work'
const reportName = 'report.json'

export function worksFolder(folder: string): string {
  return join(folder, workName)
}

export interface InboxRun {
  /** Null: the run could not be completed, because of the problem. */
  readonly counts: ImportCountsData | null
  readonly problem?: string
  /** What holds the files back, if they are whole and somebody only has to agree. */
  readonly heldAs?: string
  readonly startedAt: Date
  readonly endedAt: Date
}

/** Writes the result of a run and moves its files next to it: to `done`, or to `failed` unless everything was imported. */
export async function finish(folder: string, name: string, group: FileGroup, run: InboxRun): Promise<void> {
  const files = group.files.map((file) => relative(folder, file))
  const report = { kind: group.kind, brand: group.brand, ...run, files }
  const place = join(join(worksFolder(folder), name), reportName)
  await writeFile(`${place}.part`, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 })
  await rename(`${place}.part`, place)
  await moveAway(folder, name)
}

/** Cleans up after a killed process: a run whose result was written is finished; the files of any other are still in their places. */
export async function recover(folder: string): Promise<void> {
  const names = await readdir(worksFolder(folder)).catch(() => [])
  for (const name of names) if (!name.startsWith('.')) await moveAway(folder, name)
}

async function moveAway(folder: string, name: string): Promise<void> {
  const work = join(worksFolder(folder), name)
  if (!(await lstat(work)).isDirectory()) return rm(work)
  const written = await readFile(join(work, reportName), 'utf8').catch(() => null)
  if (written === null) return clearRun(worksFolder(folder), name)
  const report = await readReport(folder, written)
  for (const file of report?.files ?? []) {
    // Paths are relative to the folder of their kind.
    const target = join(work, file)
    await mkdir(dirname(target), { recursive: true })
    // The killed process may have moved it already.
    await rename(join(folder, file), target).catch(unlessGone)
  }
  const isHeld = report?.heldAs !== undefined
  const end = join(folder, isHeld ? 'held' : report?.counts?.rejected === 0 ? 'done' : 'failed')
  await mkdir(end, { recursive: true })
  await rename(work, join(end, name)).catch(() => rename(work, join(end, `${name}-${randomUUID()}`)))
}

/** Puts the files of a held run back where they came from, to be imported now that somebody has agreed. */
export async function putBack(folder: string, name: string): Promise<void> {
  const held = join(folder, 'held', name)
  const written = await readFile(join(held, reportName), 'utf8').catch(() => null)
  const report = written === null ? null : await readReport(folder, written)
  for (const file of report?.files ?? []) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await rename(join(held, file), join(folder, file)).catch(unlessGone)
  }
  await rm(held, { recursive: true, force: true })
}

/**
 * The report of a run; null if it is none of ours. Whoever may put files into the folder could write one, and name files in it that were
 * never taken: nothing is moved on its word but files in the folder of its kind.
 */
async function readReport(folder: string, written: string): Promise<v.InferOutput<typeof Report> | null> {
  try {
    const report = v.parse(Report, JSON.parse(written))
    for (const file of report.files) if (!(await isInKind(folder, report.kind, file))) return null
    return report
  } catch {
    return null
  }
}

async function isInKind(folder: string, kind: string, file: string): Promise<boolean> {
  const [first, ...inside] = file.split(sep)
  if (first !== kind || !kindNames.includes(kind) || inside.length === 0) return false
  if (inside.some((part) => part === '' || part.startsWith('.'))) return false
  // A link would lead elsewhere; a folder that is gone has nothing to move.
  const real = await realpath(join(folder, dirname(file))).catch(() => null)
  return real === null || real === join(await realpath(folder), dirname(file))
}

function unlessGone(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
