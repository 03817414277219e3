import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** For PostgreSQL servers that tests kill: most of their shared memory is in their own folder, which tests remove. */
export const ownMemory = 'dynamic_shared_memory_type=mmap'

/**
 * Gives back the rest that killed servers with data folders in `folder` held: the system keeps it until it starts anew, and has a limit
 * for all of it.
 */
export function freeSharedMemory(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name, 'postmaster.pid')
    // The seventh line has its key and its id.
    const [, id] = existsSync(file) ? (readFileSync(file, 'utf8').split('\n')[6]?.trim().split(/\s+/) ?? []) : []
    if (id !== undefined) spawnSync('ipcrm', ['-m', id])
  }
}
