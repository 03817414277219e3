import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clusterLog } from '../../../../tools/postgres.ts'
import { openTestDatabase } from '../../../test/portal.ts'
import { digestRows } from '../../../test/rows.ts'
import { readDemoData } from '../../demo/demo/data.ts'
import { loadDemo } from '../../demo/demo/load.ts'
import { createPasswords } from '../../identity/passwords/passwords.ts'
import { type Database, statement, type Tx } from './database.ts'
import { migrate } from './migrate.ts'
import { isUnavailable } from './unavailable.ts'

const demoDir = resolve(import.meta.dirname, '../../../../demo')
const onPostgres = process.env.PORTICO_TEST_ENGINE === 'postgres'

let opened: Awaited<ReturnType<typeof openTestDatabase>>
let database: Database
beforeAll(async () => {
  opened = await openTestDatabase({ seeded: false })
  database = opened.database
})
afterAll(() => opened?.remove())

const one = statement<{ readonly one: number }>('one', 'select 1 as one')
const buildSetting = (key: string) => ({ application: 'TEST', brand: 'ALL', key, secure: false })
const readStored = async () =>
  (await database.read.selectFrom('app_config').select('key').where('application', '=', 'TEST').execute()).map(
    ({ key }) => key,
  )

test.runIf(onPostgres)('BR-2 PostgreSQL does not log a statement that fails or is slow', async () => {
  const { rows } = await sql<{ folder: string }>`select setting as folder from pg_settings
    where name = 'data_directory'`.execute(database.read)
  const log = join(rows[0]?.folder ?? '', '..', clusterLog)
  const readLog = () => readFileSync(log, 'utf8')
  const health = 'zq-what-hurts'
  const fail = (cast: string) => sql`select ${health}::${sql.raw(cast)}`.execute(database.read)
  for (const cast of ['uuid', 'jsonb', 'timestamptz']) await expect(fail(cast)).rejects.toThrow(/invalid input/)
  await database.transaction(async (tx) => {
    await sql`set local log_min_duration_statement = 0`.execute(tx)
    await sql`select ${health}::text as slow`.execute(tx)
  })
  expect(readLog()).toContain('as slow')
  expect(readLog()).not.toContain(health)
})

describe('MC-5 transactions', () => {
  test('MC-5 what a transaction wrote is there when it resolves and gone when it rejects', async () => {
    await database.transaction((tx) => tx.insertInto('app_config').values(buildSetting('kept')).execute())
    const failing = database.transaction(async (tx) => {
      await tx.insertInto('app_config').values(buildSetting('lost')).execute()
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await readStored()).toEqual(['kept'])
  })

  test('MC-5 nothing inside a transaction can use the pool, which stays usable afterward', async () => {
    const uses: (() => Promise<unknown>)[] = [
      () => database.read.selectFrom('member').selectAll().execute(),
      () => database.run(one, []),
      () => database.transaction(async () => undefined),
      async () => {
        await Promise.resolve()
        return database.run(one, [])
      },
    ]
    for (const use of uses) {
      await expect(database.transaction(() => use())).rejects.toThrow('The pool was used inside a transaction')
    }
    expect(await database.run(one, [])).toEqual([{ one: 1 }])
    expect(await database.transaction(async () => 'done')).toBe('done')
  })

  test('MC-5 a failing statement does not affect others beside it', async () => {
    const key = statement<{ readonly key: string }>(
      'insert-key',
      `insert into app_config (application, brand, key, secure) values ('ALONE', 'ALL', $1, false) returning key`,
    )
    const unknown = statement<never>('no-such-column', 'select no_such_column from app_config where key = $1')
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const value = `k${Math.floor(index / 3)}`
        const run = index % 3 === 2 ? database.run(unknown, [value]) : database.run(key, [value])
        return run.then(([row]) => row?.key).catch((error: Error) => error.message)
      }),
    )
    for (let index = 0; index < 60; index += 3) {
      const own = answers.slice(index, index + 2).sort()
      expect(own).toEqual([expect.stringContaining('duplicate key'), `k${index / 3}`])
      expect(answers[index + 2]).toContain('no_such_column')
    }
    expect(await database.run(one, [])).toEqual([{ one: 1 }])
  })

  test('MC-5 many concurrent statements wait for their turn and lose nothing', async () => {
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        database.transaction((tx) =>
          tx
            .insertInto('app_config')
            .values(buildSetting(`many-${index}`))
            .execute(),
        ),
      ),
    )
    expect((await readStored()).filter((key) => key.startsWith('many-'))).toHaveLength(100)
  })
})

describe('MC-5 values', () => {
  test('MC-5 counts come as numbers, days unchanged, moments to the millisecond', async () => {
    const { rows } = await sql<{ count: number; day: string; moment: Date; list: unknown }>`
      select count(*) as count, date '2026-03-08' as day, ${new Date('2026-11-20T14:12:00.123Z')}::timestamptz as moment,
        '[1, {"a": null}]'::jsonb as list
    `.execute(database.read)
    expect(rows).toEqual([
      { count: 1, day: '2026-03-08', moment: new Date('2026-11-20T14:12:00.123Z'), list: [1, { a: null }] },
    ])
  })
})

describe('MC-5 set-up', () => {
  test('MC-5 migrations that run again, or twice at once, change nothing', async () => {
    const before = await digestRows(database)
    await migrate(database)
    await Promise.all([migrate(database), migrate(database)])
    expect(await digestRows(database)).toEqual(before)
  })

  test('MC-5 a database that lacks a migration does not count as up to date', async () => {
    const { rows } = await sql<{ name: string; timestamp: string }>`delete from kysely_migration
      where name = (select max(name) from kysely_migration) returning name, timestamp`.execute(database.read)
    const [last] = rows
    // The migration runs again, finds its tables there, and fails.
    const runsAgain = migrate(database).then(
      async () =>
        (await sql`select from kysely_migration where name = ${last?.name}`.execute(database.read)).rows.length,
      () => 1,
    )
    expect(await runsAgain).toBe(1)
    await sql`insert into kysely_migration values (${last?.name}, ${last?.timestamp})
      on conflict do nothing`.execute(database.read)
    await migrate(database)
  })

  test('ER-13 the demo people are loaded once, however many servers start at once', async () => {
    const data = readDemoData(demoDir)
    // Each server hashes passwords in its own workers.
    const server = () => loadDemo({ database, passwords: createPasswords(), data, now: new Date() })
    const loaded = await Promise.all([server(), server()])
    expect(loaded.sort()).toEqual([false, true])
    expect(await server()).toBe(false)
    const accounts = await database.read.selectFrom('account').select('login_id').execute()
    const relatives = data.members.flatMap(({ family }) => family.filter(({ loginId }) => loginId !== undefined))
    expect(accounts).toHaveLength(data.members.length + data.accounts.length + relatives.length)
  })
})

if (onPostgres) {
  test('MC-5 no statement and no forgotten transaction holds a connection forever', async () => {
    const show = async (name: string) => {
      const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(database.read)
      return rows[0]?.value
    }
    expect(await show('statement_timeout')).toBe('10s')
    expect(await show('idle_in_transaction_session_timeout')).toBe('10s')
    const slow = database.transaction(async (tx) => {
      await sql`set local statement_timeout = 100`.execute(tx)
      await sql`select pg_sleep(5)`.execute(tx)
    })
    await expect(slow).rejects.toThrow('statement timeout')
    expect(await database.run(one, [])).toEqual([{ one: 1 }])
  })

  test('OP-2 a connection that ends within a transaction is an outage, and hides no other cause of failure', async () => {
    const operator = new pg.Client({ connectionString: opened.environment.DATABASE_URL ?? '' })
    await operator.connect()
    /** Cuts a transaction's connection between two statements, and waits until that is noticed. */
    const cut = async (tx: Tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      const isOpen = async () => {
        await operator.query('select pg_terminate_backend($1)', [rows[0]?.pid])
        return sql`select 1`.execute(tx).then(
          () => true,
          () => false,
        )
      }
      await expect.poll(isOpen).toBe(false)
    }
    const lost = await database
      .transaction(async (tx) => {
        await cut(tx)
        await sql`select 1`.execute(tx)
      })
      .catch((error: Error) => error)
    expect(lost).toBeInstanceOf(Error)
    expect(isUnavailable(lost as Error)).toBe(true)
    const refused = database.transaction(async (tx) => {
      await cut(tx)
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    await operator.end()
    expect(await database.run(one, [])).toEqual([{ one: 1 }])
  })

  test('MC-5 a connection that the database ends midway is replaced', async () => {
    const end = statement<never>('end-itself', 'select pg_terminate_backend(pg_backend_pid())')
    await expect(database.run(end, [])).rejects.toThrow()
    expect(await database.run(one, [])).toEqual([{ one: 1 }])
  })
}
