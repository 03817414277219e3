import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const root = resolve(import.meta.dirname, '..')

/** Name of the log file next to a cluster's data. */
export const clusterLog = 'log'

/** A PostgreSQL server of our own on loopback, for tests and benchmarks. */
export interface Cluster {
  readonly pid: number
  /** Address of a new database in it, a copy of another one if that is named. */
  database(name: string, template?: string): Promise<string>
  /** Its log lines about deadlocks between transactions, of which it ended one. */
  deadlocks(): readonly string[]
  stop(): Promise<void>
}

/** The programs that `npm test` found or installed. */
export function programs(): Programs {
  return JSON.parse(readFileSync(join(root, '.cache/programs.json'), 'utf8')) as Programs
}

interface Programs {
  readonly chromium: string
  /** Folder with the server programs. */
  readonly postgres: string
  readonly clamd: string
  readonly slapd: string
  readonly pgbouncer: string
  readonly pgbackrest: string
}

/**
 * Creates and starts a cluster in a temporary folder, with durable commits as in production unless `durable` is false: tests kill
 * our servers, never PostgreSQL itself. PostgreSQL refuses to run as root; in that case it runs as the user `postgres` from its
 * package.
 */
export async function startCluster({
  durable = true,
  bin = programs().postgres,
  more = [],
}: {
  readonly durable?: boolean
  /** The folder of a PostgreSQL other than the installed one. */
  readonly bin?: string
  /** Further settings, such as `wal_level=logical`. */
  readonly more?: readonly string[]
} = {}): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-pg-'))
  const owner = process.getuid?.() === 0 ? userIds('postgres') : undefined
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const options = { stdio: 'ignore', cwd: folder, ...owner } as const
  const initArgs = ['-D', data, '-U', 'portico', '-A', 'trust', '-E', 'UTF8', '--no-locale']
  execFileSync(join(bin, 'initdb'), initArgs, options)
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=100', ...more]
  if (!durable)
    settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off', 'jit=off')
  const log = openSync(join(folder, clusterLog), 'a')
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...options, stdio: ['ignore', 'ignore', log] },
  )
  closeSync(log)
  const url = (name: string) => `postgres://portico@127.0.0.1:${port}/${name}`
  await waitUntilUp(url('postgres'), server)
  return {
    pid: server.pid ?? 0,
    database: async (name, template = 'template1') => {
      const client = new pg.Client({ connectionString: url('postgres') })
      await client.connect()
      await client.query(`create database "${name}" template "${template}"`)
      await client.end()
      return url(name)
    },
    deadlocks: () =>
      readFileSync(join(folder, clusterLog), 'utf8')
        .split(/^(?=\d{4}-\d\d-\d\d )/m)
        .filter((entry, at, all) => /deadlock detected/.test(entry) || /deadlock detected/.test(all[at - 1] ?? '')),
    stop: async () => {
      const ended = new Promise((done) => server.once('exit', done))
      // Fast shutdown.
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Where the system has a program; null if it has none. */
export function findInstalled(name: string): string | null {
  const found = spawnSync('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${name}`], { encoding: 'utf8' })
  return found.status === 0 ? found.stdout.trim() : null
}

export function userIds(name: string): { readonly uid: number; readonly gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function waitUntilUp(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 6_000; attempt++) {
    // Its port may be somebody else's, who would answer in its place.
    if (server.exitCode !== null || server.signalCode !== null) break
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await sleep(100)
    }
  }
  throw new Error('PostgreSQL did not start.')
}

/**
 * A port that nobody listens on, for a program that is started after it is chosen. It is below those that Linux gives to outgoing
 * connections: any of our own could take one of them meanwhile.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_768)
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return freePort()
  }
  probe.close()
  await once(probe, 'close')
  return port
}
