import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort, programs, userIds } from '../../tools/postgres.ts'
import { createProgram } from './program.ts'

/** Whether this PgBouncer can keep named statements (1.21 or later). */
export function keepsNamedStatements(): boolean {
  const said = execFileSync(programs().pgbouncer, ['--version'], { encoding: 'utf8' })
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(said) ?? []
  return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 21)
}

export interface Pooler {
  /** The address of the same database through the pooler. */
  readonly url: string
  close(): Promise<void>
}

/** Starts PgBouncer in transaction mode in front of a database, with few connections, so that transactions share them. */
export async function startPooler(url: string, { namedStatements = 0 } = {}): Promise<Pooler> {
  const { hostname, port, username, pathname } = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'portico-pooler-'))
  const listenPort = await freePort()
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username}`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${listenPort}`, 'unix_socket_dir =', 'auth_type = any'],
    ...['pool_mode = transaction', 'default_pool_size = 3', 'max_client_conn = 100'],
    ...(namedStatements > 0 ? [`max_prepared_statements = ${namedStatements}`] : []),
  ]
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, settings.join('\n'))
  // It refuses to run as root.
  const owner = process.getuid?.() === 0 ? userIds('postgres') : undefined
  for (const path of [folder, file]) if (owner) chownSync(path, owner.uid, owner.gid)
  const pooled = `postgres://${username}@127.0.0.1:${listenPort}${pathname}`
  const isUp = () => answers(pooled)
  const program = createProgram({ command: programs().pgbouncer, args: ['-q', file], cwd: folder, ...owner, isUp })
  await program.start()
  return {
    url: pooled,
    close: async () => {
      await program.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('select 1')
  await client.end()
  return true
}
