import { execFile } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort, programs, userIds } from '../../tools/postgres.ts'
import { eventually } from './eventually.ts'
import { createProgram, type Program } from './program.ts'
import { freeSharedMemory, ownMemory } from './shared-memory.ts'

const run = promisify(execFile)

/** A PostgreSQL server that writes and a synchronous standby, all on loopback. */
export interface Replicated {
  /** Makes a database: the address that leads to whichever server writes, and the one that leads to those that only read. */
  database(name: string): Promise<{ readonly url: string; readonly readUrl: string }>
  /** How many standbys the new primary has. */
  readonly standbysLeft: number
  /** Makes the standby and waits until each commit waits for it. */
  addStandby(): Promise<void>
  /** Ends all processes of the first server at once, as if its power were cut. */
  losePrimary(): Promise<void>
  /** Makes the standby the one that writes, or waits until it is. */
  promote(): Promise<void>
  close(): Promise<void>
}

export const user = 'portico'

export async function startReplicated(): Promise<Replicated> {
  const bin = programs().postgres
  const folder = mkdtempSync(join(tmpdir(), 'portico-replicated-'))
  const owner = process.getuid?.() === 0 ? userIds('postgres') : undefined
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const options = { cwd: folder, ...owner }
  const ports = { primary: await freePort(), standby: await freePort() }
  const servers = new Map<string, Program>()
  const address = (port: number, name = 'postgres') => `postgres://${user}@127.0.0.1:${port}/${name}`

  const start = async (name: keyof typeof ports) => {
    // What is written survives the end of its processes without being flushed: only the machine's own end would lose it.
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'fsync=off',
      'max_connections=60',
      ownMemory,
    ]
    const args = ['-D', join(folder, name), '-p', String(ports[name]), ...settings.flatMap((one) => ['-c', one])]
    const isUp = () => ask(address(ports[name]), 'select true as done')
    const server = createProgram({ command: join(bin, 'postgres'), args, ...options, detached: true, isUp })
    servers.set(name, server)
    await server.start()
  }

  await run(
    join(bin, 'initdb'),
    ['-D', join(folder, 'primary'), '-U', user, '-A', 'trust', '-E', 'UTF8', '--no-locale'],
    options,
  )
  await start('primary')
  return {
    standbysLeft: 0,
    database: async (name) => {
      await ask(address(ports.primary), `create database ${name}`)
      return {
        url: `postgres://${user}@127.0.0.1:${ports.primary},127.0.0.1:${ports.standby}/${name}`,
        readUrl: address(ports.standby, name),
      }
    },
    addStandby: async () => {
      const from = ['-h', '127.0.0.1', '-p', String(ports.primary), '-U', user]
      await run(
        join(bin, 'pg_basebackup'),
        [...from, '-D', join(folder, 'standby'), '-R', '-X', 'stream', '-c', 'fast'],
        options,
      )
      await start('standby')
      await ask(address(ports.primary), `alter system set synchronous_standby_names = '*'`)
      await ask(address(ports.primary), 'select pg_reload_conf()')
      await waitFor(() =>
        ask(address(ports.primary), `select count(*) > 0 as done from pg_stat_replication where sync_state = 'sync'`),
      )
    },
    losePrimary: async () => servers.get('primary')?.kill(),
    promote: async () => {
      await ask(address(ports.standby), 'select pg_promote(true, 600)')
      await waitFor(() => ask(address(ports.standby), 'select not pg_is_in_recovery() as done'))
    },
    close: async () => {
      for (const server of servers.values()) await server.kill()
      freeSharedMemory(folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Asks one question, whose answer is `done`. */
export async function ask(url: string, text: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ done?: boolean }>(text)
    return rows[0]?.done === true
  } finally {
    await client.end()
  }
}

export async function waitFor(isDone: () => Promise<boolean>): Promise<void> {
  await eventually(async () => {
    if (!(await isDone())) throw new Error('The servers did not come to the state that was waited for.')
  })
}
