import { linkSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The folder is in use by another process; the message tells the operator what to do. */
export class FolderInUseError extends Error {}

interface Holder {
  readonly pid: number
  readonly host: string
  /**
   * Start time of the holding process, if the system reports it, so that another process with a recycled pid is not taken for the holder.
   */
  readonly started: string | null
}

const heartbeatMs = 5_000
const otherHostStaleMs = 30_000
/** A takeover takes less than a millisecond: one that has lasted this long was killed midway. */
const takeoverStaleMs = 2_000
const takeoverWaitMs = 50
/** Enough to outwait an abandoned takeover twice. */
const maxAttempts = (2 * takeoverStaleMs) / takeoverWaitMs
const held = new Set<string>()

interface LockOptions {
  /** Called once, with a message for the operator, if the lock disappears while it is held. By default the process prints it and ends. */
  readonly onLost?: ((message: string) => void) | undefined
  readonly everyMs?: number
}

/**
 * Takes a data folder's exclusive lock and returns a function that releases it. It takes over a killed process's lock at once. Throws
 * FolderInUseError while another process (here or on a machine that shares the folder) holds it.
 */
export async function lockFolder(
  folder: string,
  { onLost = endProcess, everyMs = heartbeatMs }: LockOptions = {},
): Promise<() => void> {
  mkdirSync(folder, { recursive: true })
  const lock = join(folder, 'portico.lock')
  const mine = join(folder, `portico.lock.${process.pid}`)
  const me: Holder = { pid: process.pid, host: hostname(), started: readStart(process.pid) }
  if (held.has(lock)) throw inUse(folder, me)
  writeFileSync(mine, JSON.stringify(me))
  try {
    for (let attempt = 0; ; attempt++) {
      if (tryLink(mine, lock)) break
      const holder = readHolder(lock)
      if (typeof holder === 'object' && isAlive(holder, lock)) throw inUse(folder, holder)
      if (holder !== 'missing') await removeStale(lock, holder)
      if (attempt > maxAttempts) throw inUse(folder, typeof holder === 'object' ? holder : me)
    }
  } finally {
    rmSync(mine, { force: true })
  }
  held.add(lock)
  const heartbeat = setInterval(() => {
    try {
      utimesSync(lock, new Date(), new Date())
    } catch (error) {
      clearInterval(heartbeat)
      onLost(formatLostMessage(folder, error as NodeJS.ErrnoException))
    }
  }, everyMs)
  heartbeat.unref()
  return () => {
    clearInterval(heartbeat)
    held.delete(lock)
    rmSync(lock, { force: true })
  }
}

/** A hard link appears completely or not at all, and never replaces an existing file. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** `missing`: released in the meantime; `unreadable`: left behind by a power cut, because a lock appears whole. */
function readHolder(lock: string): Holder | 'missing' | 'unreadable' {
  try {
    return (JSON.parse(readFileSync(lock, 'utf8')) as Holder | null) ?? 'unreadable'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'unreadable'
  }
}

function isAlive(holder: Holder, lock: string): boolean {
  if (holder.host !== hostname()) {
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    return age < otherHostStaleMs
  }
  if (holder.pid === process.pid) return false
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return holder.started === null || holder.started === readStart(holder.pid)
}

/** Only one process at a time may clear a stale lock, and only the lock that it found stale. */
async function removeStale(lock: string, stale: Holder | 'unreadable'): Promise<void> {
  const guard = `${lock}.takeover`
  const token = `${guard}.${process.pid}`
  writeFileSync(token, '')
  const mine = tryLink(token, guard)
  rmSync(token, { force: true })
  if (!mine) {
    const age = Date.now() - (statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > takeoverStaleMs) rmSync(guard, { force: true })
    await sleep(takeoverWaitMs)
    return
  }
  if (JSON.stringify(readHolder(lock)) === JSON.stringify(stale)) rmSync(lock, { force: true })
  rmSync(guard, { force: true })
}

/** Start time in clock ticks since boot, from Linux's process table; null elsewhere. */
function readStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

/**
 * Without its folder the embedded database cannot store anything: going on would lose data that people were told is saved. It may be the
 * process of a command, which has 1 for what it found: rejected rows, or an audit log that is not whole.
 */
function endProcess(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

function formatLostMessage(folder: string, { code, message }: NodeJS.ErrnoException): string {
  return `The data folder ${folder} (DATA_DIR) cannot be written anymore (${code ?? message}), so Portico ends: it could keep nothing. Put the folder back or restore it from a backup, then start again.`
}

function inUse(folder: string, holder: Holder): FolderInUseError {
  return new FolderInUseError(
    `The data folder ${folder} is in use by process ${holder.pid} on ${holder.host}. Stop that one first, or set DATA_DIR to another folder.`,
  )
}
