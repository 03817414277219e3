import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileGroup } from './found-files.ts'

/** This file names the files that a run reads: if it is still there when nobody reads them, the run was killed. */
const markName = 'begun'

/** Marks that a run of these files has begun. Returns the path of the mark, which is deleted when the run ends without being killed. */
export async function markBegun(work: string, group: FileGroup): Promise<string> {
  const mark = join(work, markName)
  await writeFile(mark, hash(group), { mode: 0o600 })
  return mark
}

/** Cleans up after a run that ended without a report, and counts it against its files if it was killed. */
export async function clearRun(works: string, name: string): Promise<void> {
  const work = join(works, name)
  const digest = await readFile(join(work, markName), 'utf8').catch(() => null)
  if (digest !== null && /^[0-9a-f]{64}$/.test(digest)) {
    await mkdir(findKilledFolder(works), { recursive: true })
    await rename(join(work, markName), join(findKilledFolder(works), `${digest} ${name}`))
  }
  await rm(work, { recursive: true, force: true })
}

/** Counts the runs that were killed while they read these files in their present state. */
export async function countKills(works: string, group: FileGroup): Promise<number> {
  return (await listKills(works, group)).length
}

export async function forgetKills(works: string, group: FileGroup): Promise<void> {
  for (const name of await listKills(works, group)) await rm(join(findKilledFolder(works), name), { force: true })
}

async function listKills(works: string, group: FileGroup): Promise<string[]> {
  const names = await readdir(findKilledFolder(works)).catch(() => [])
  return names.filter((name) => name.startsWith(hash(group)))
}

function findKilledFolder(works: string): string {
  return join(works, '.killed')
}

function hash({ state }: FileGroup): string {
  return createHash('sha256').update(state).digest('hex')
}
