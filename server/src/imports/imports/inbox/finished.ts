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

/** Working folder: each current run has a subfolder with its rejects. */
const workName = '.work'
const reportName = 'report.json'

export function worksFolder(folder: string): string {
  return join(folder, workName)
}

export interface InboxRun {
  /** Null: the run was not completed, because of `problem`. */
  readonly counts: ImportCountsData | null
  readonly problem?: string
  /** Why the files wait, if they are complete and only need somebody's approval. */
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

/** Cleans up after a killed process: finishes a run whose result was written; the files of any other run are still in place. */
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
  await removeLinks(work)
  for (const file of report?.files ?? []) {
    // Paths are relative to the folder of the kind.
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

/** Removes symbolic links, which the server never makes: files that are moved to a folder of theirs would end up elsewhere. */
async function removeLinks(work: string): Promise<void> {
  for (const entry of await readdir(work, { recursive: true, withFileTypes: true }))
    if (entry.isSymbolicLink()) await rm(join(entry.parentPath, entry.name))
}

/** Moves the files of a held run back to where they came from: somebody has approved them for import. */
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

/** Moves the files of a held run to where they stay: somebody has discarded them. */
export async function putAside(folder: string, name: string): Promise<void> {
  await mkdir(join(folder, 'discarded'), { recursive: true })
  await rename(join(folder, 'held', name), join(folder, 'discarded', name)).catch(unlessGone)
}

/**
 * The report of a run; null if the server did not write it. Anyone who may put files into the folder could write a report that names other
 * files, so only files in the folder of its kind are moved.
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
  // A symbolic link would lead elsewhere; a folder that no longer exists has nothing to move.
  const real = await realpath(join(folder, dirname(file))).catch(() => null)
  return real === null || real === join(await realpath(folder), dirname(file))
}

function unlessGone(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
