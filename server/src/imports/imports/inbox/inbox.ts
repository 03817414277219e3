import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../platform/db/database.ts'
import { isUnavailable } from '../../../platform/db/unavailable.ts'
import { type Job, startJob } from '../../../platform/job.ts'
import { listDecided, noteHeldAt, noteMoved } from '../../../platform/versions/feed-store.ts'
import { ImportKilled, runApart } from '../apart/run.ts'
import { kindNames } from '../job.ts'
import type { ImportLine } from '../line.ts'
import { ImportStopped } from '../machine.ts'
import { rejectsEnding } from '../rejects.ts'
import { heldBackName } from '../x12/feed.ts'
import type { KeepOriginals } from '../x12/originals.ts'
import { finish, putAside, putBack, recover, worksFolder } from './finished.ts'
import { type FileGroup, findFiles } from './found-files.ts'
import { clearRun, countKills, forgetKills, markBegun } from './killed.ts'
import { withLease } from './lease.ts'

interface InboxParts {
  readonly folder: string
  readonly lookMs: number
  readonly database: Database
  readonly brands: ReadonlySet<string>
  readonly memoryMb?: number
  readonly keep?: KeepOriginals | null
  readonly line: ImportLine
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/** Imports the files that a plan puts into a folder, unattended (IM-5). Only one instance does so at a time. */
export async function startInbox(parts: InboxParts): Promise<Job> {
  const { folder, lookMs, database, brands, line, logger } = parts
  // Nobody else may write the result of a run.
  await mkdir(worksFolder(folder), { recursive: true, mode: 0o700 })
  for (const kind of kindNames) await mkdir(join(folder, kind), { recursive: true })
  let before = new Map<string, string>()
  return startJob({
    run: round,
    firstMs: 0,
    everyMs: lookMs,
    logger,
    failed: 'The files of the import folder could not be imported, tried again soon.',
  })

  /** Imports a folder once nothing in it has changed since the last round, so that it leaves files alone that are still being written. */
  async function round(stopping: AbortSignal): Promise<void> {
    for (const { folder: name, state } of await listDecided(database)) {
      await (state === 'released' ? putBack(folder, name) : putAside(folder, name))
      await noteMoved(database, name)
    }
    const found = await findFiles(folder, brands)
    const whole = found.filter((group) => before.get(toKey(group)) === group.state)
    before = new Map(found.map((group) => [toKey(group), group.state]))
    if (whole.length === 0) return
    await withLease(database, 'inbox', stopping, async (signal) => {
      await recover(folder)
      // Another instance may have taken the files in the meantime.
      const still = await findFiles(folder, brands)
      for (const group of still) {
        if (before.get(toKey(group)) !== group.state || signal.aborted) continue
        if (whole.some((one) => toKey(one) === toKey(group))) await line.wait(() => take(parts, group, signal))
      }
    })
  }
}

/** Imports files, and moves them away with a report of the result. */
async function take(parts: InboxParts, group: FileGroup, signal: AbortSignal): Promise<void> {
  const { folder, database, logger } = parts
  const works = worksFolder(folder)
  const startedAt = new Date()
  const { kind, brand, files } = group
  const name = [startedAt.toISOString().replace(/[:.]/g, '-'), kind, brand ?? []].flat().join('-')
  const work = join(works, name)
  await mkdir(work, { recursive: true, mode: 0o700 })
  const ended = await runGroup(parts, group, work, signal)
  // After the first killed run, the files are tried again.
  if (ended === null) return clearRun(works, name)
  const { counts, ...why } = ended
  await finish(folder, name, group, { counts, ...why, startedAt, endedAt: new Date() })
  if ('heldAs' in ended) await noteHeldAt(database, ended.heldAs, name)
  await forgetKills(works, group)
  if (counts !== null)
    logger.info({ kind, brand, files: files.length, counts }, 'Files of the import folder were imported.')
}

/** Runs the import of files in its own folder; null if the run was killed. */
async function runGroup(parts: InboxParts, group: FileGroup, work: string, signal: AbortSignal) {
  const { folder, logger } = parts
  const { kind, brand, files } = group
  if ((await countKills(worksFolder(folder), group)) >= maxKills) return { counts: null, problem: setAside }
  const job = {
    kind,
    brand,
    files,
    dryRun: false,
    assignNumbers: false,
    answers: join(folder, 'ack'),
    isNightly: true,
  }
  const reports = { bytes: () => undefined, progress: () => undefined, reject: () => undefined }
  const rejects = join(work, `rejects.${rejectsEnding(kind)}`)
  const mark = await markBegun(work, group)
  try {
    return { counts: await runApart(parts, job, reports, { signal, rejects, mark }) }
  } catch (err) {
    if (!(err instanceof ImportKilled)) await rm(mark, { force: true })
    if (signal.aborted || !(err instanceof Error) || isPassing(err)) throw err
    if (err.name === heldBackName) {
      logger.info({ kind, brand, problem: err.message }, 'Files of the import folder wait until somebody agrees.')
      return { counts: null, problem: err.message, heldAs: toFeed(err) }
    }
    logger.warn({ err, kind, brand }, 'Files of the import folder could not be imported.')
    return err instanceof ImportKilled ? null : { counts: null, problem: err.message }
  }
}

/** After this many killed runs, files are set aside: they would kill every further run and block all other files. */
const maxKills = 2
const setAside = `set aside: ${maxKills} imports were killed while they read these files, as happens if one needs more memory than IMPORT_MEMORY_MB. Split them, or allow more memory, and put them back`

/** Whether the same files may succeed later. Any other failure would repeat in every round and block the kinds after it. */
function isPassing(error: Error): boolean {
  return error instanceof ImportStopped || isUnavailable(error) || ('code' in error && error.code === 'ENOSPC')
}

/** Held files have their own row, where somebody releases them. */
function toFeed(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}

function toKey({ kind, brand }: FileGroup): string {
  return `${kind} ${brand ?? ''}`
}
