import { execFile } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort, programs, userIds } from '../../tools/postgres.ts'
import { createProgram, type Program } from './program.ts'
import { waitFor } from './replicated.ts'
import { freeSharedMemory, ownMemory } from './shared-memory.ts'

const run = promisify(execFile)

/** A PostgreSQL server whose log is archived by pgBackRest, and backups of it in a place of their own. */
export interface BackedUp {
  /** The address of a new database in it. */
  database(name: string): Promise<string>
  backUp(): Promise<void>
  /** Waits until everything that was written up to now is in the archive. */
  archive(url: string): Promise<void>
  /** Ends all its processes at once and removes its files, as if its machine had burned. */
  burn(): Promise<void>
  /** Restores it elsewhere, up to a moment or as far as the archive goes; returns the address of a database in it. */
  restore(name: string, moment: string | null): Promise<string>
  close(): Promise<void>
}

export async function startBackedUp(): Promise<BackedUp> {
  const { postgres: bin, pgbackrest } = programs()
  const folder = mkdtempSync(join(tmpdir(), 'portico-backed-up-'))
  const owner = process.getuid?.() === 0 ? userIds('postgres') : undefined
  const own = (path: string) => owner && chownSync(path, owner.uid, owner.gid)
  own(folder)
  for (const name of ['repository', 'lock', 'spool']) {
    mkdirSync(join(folder, name))
    own(join(folder, name))
  }
  const options = { cwd: folder, ...owner }
  const running: Program[] = []

  const configure = (data: string, port: number) => {
    const file = join(folder, 'pgbackrest.conf')
    const lines = [
      ...['[global]', `repo1-path=${join(folder, 'repository')}`, 'repo1-retention-full=2', 'start-fast=y'],
      ...[`lock-path=${join(folder, 'lock')}`, `spool-path=${join(folder, 'spool')}`, 'log-level-file=off'],
      ...['compress-type=gz', '[portico]', `pg1-path=${data}`, `pg1-port=${port}`, `pg1-socket-path=${folder}`],
      'pg1-user=portico',
    ]
    writeFileSync(file, `${lines.join('\n')}\n`)
    own(file)
    return ['--stanza=portico', `--config=${file}`]
  }
  const start = async (data: string, port: number, archives: boolean) => {
    const settings = [
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      'max_connections=60',
      ownMemory,
    ]
    const command = `${pgbackrest} --stanza=portico --config=${join(folder, 'pgbackrest.conf')} archive-push %p`
    if (archives) settings.push('archive_mode=on', `archive_command=${command}`)
    const args = ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])]
    const isUp = () => isDone(port, 'select not pg_is_in_recovery() as done')
    const server = createProgram({ command: join(bin, 'postgres'), args, ...options, detached: true, isUp })
    running.push(server)
    await server.start()
  }
  const backRest = (args: readonly string[]) => run(pgbackrest, [...args], options)
  const killAll = async () => {
    for (const server of running.splice(0)) await server.kill()
    freeSharedMemory(folder)
  }

  const [data, port] = [join(folder, 'data'), await freePort()]
  await run(join(bin, 'initdb'), ['-D', data, '-U', 'portico', '-A', 'trust', '-E', 'UTF8', '--no-locale'], options)
  const stanza = configure(data, port)
  await start(data, port, true)
  await backRest([...stanza, 'stanza-create'])
  return {
    database: async (name) => {
      await ask(port, `create database ${name}`)
      return address(port, name)
    },
    backUp: async () => {
      await backRest([...stanza, '--type=full', 'backup'])
      // Backups have their moments in whole seconds: it restores to none of the second in which one ended.
      const { rows } = await ask(port, 'select clock_timestamp()::text as ended')
      const [{ ended = '' } = {}] = rows as { readonly ended?: string }[]
      await waitFor(() => isDone(port, `select date_trunc('second', clock_timestamp()) > '${ended}' as done`))
    },
    archive: async () => {
      const { rows } = await ask(port, 'select pg_walfile_name(pg_switch_wal()) as file')
      const [{ file = '' } = {}] = rows as { readonly file?: string }[]
      await waitFor(() =>
        isDone(port, `select coalesce(last_archived_wal >= '${file}', false) as done from pg_stat_archiver`),
      )
    },
    burn: async () => {
      await killAll()
      rmSync(data, { recursive: true, force: true })
    },
    restore: async (name, moment) => {
      const [elsewhere, other] = [join(folder, `elsewhere-${name}-${await freePort()}`), await freePort()]
      mkdirSync(elsewhere, { mode: 0o700 })
      own(elsewhere)
      const upTo = moment === null ? [] : ['--type=time', `--target=${moment}`, '--target-action=promote']
      await backRest([...configure(elsewhere, other), ...upTo, 'restore'])
      await start(elsewhere, other, false)
      return address(other, name)
    },
    close: async () => {
      await killAll()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const address = (port: number, name = 'postgres') => `postgres://portico@127.0.0.1:${port}/${name}`

async function ask(port: number, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: address(port) })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

async function isDone(port: number, text: string): Promise<boolean> {
  const { rows } = await ask(port, text)
  return rows[0]?.done === true
}
