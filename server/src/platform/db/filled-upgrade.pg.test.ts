import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fillOld, oldRows } from '../../../test/old-rows.ts'
import { copyDatabase, freshDatabase } from '../../../test/portal.ts'
import { readSchema } from '../../../test/schema.ts'
import { createDatabase, type Database } from './database.ts'
import { openPostgres } from './engine.ts'
import { migrate, migrations } from './migrate.ts'
import { runMigrations } from './migrator.ts'

let filled: string
let fresh: readonly string[]
const closing: (() => Promise<unknown>)[] = []
const closeAll = async () => {
  for (const close of closing.splice(0).reverse()) await close()
}
afterEach(closeAll)
const open = (url: string): Database => {
  const database = createDatabase(openPostgres({ url, poolSize: 5 }))
  closing.push(() => database.close())
  return database
}
const connect = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  closing.push(() => client.end())
  return client
}

beforeAll(async () => {
  filled = await freshDatabase({ seeded: false })
  const old = open(filled)
  await runMigrations(old, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0073')))
  await fillOld(old.read)
  await closeAll()
  const first = open(await freshDatabase({ seeded: false }))
  await migrate(first)
  fresh = await readSchema(first.read)
  await closeAll()
})

/** The statement with which an upgrade waits for other transactions. */
async function readWaitingStatement(database: Database): Promise<string> {
  const { rows } = await sql<{ query: string }>`select query from pg_stat_activity
    where application_name = 'portico migrations' and datname = current_database() and wait_event_type = 'Lock'`.execute(
    database.read,
  )
  return rows[0]?.query ?? ''
}

async function expectUpgraded({ read }: Database): Promise<void> {
  expect(await readSchema(read)).toEqual(fresh)
  const { rows } = await sql`select
    (select count(*) from claim where facility_id = 'facility-1') as claims,
    (select count(*) from import_row where content_hash = '') as read_again,
    (select count(*) from product where pending) as pending,
    (select count(*) from accumulator where used_cents = 200 and coverage_id = 'coverage-1') as balances,
    (select count(*) from accumulator) as all_balances,
    (select string_agg(party_id, ',') from import_naming) as naming`.execute(read)
  const { claims, members } = oldRows
  expect(rows).toEqual([
    { claims, read_again: members, pending: members, balances: members, all_balances: members, naming: 'provider-1' },
  ])
}

describe('OP-4 an upgrade of a filled database', () => {
  test('OP-4 others read and write while an index is built, and a second instance waits', async () => {
    const url = await copyDatabase(filled)
    const [database, second, others] = [open(url), open(url), open(url)]
    // An index is complete only once all earlier transactions have ended, such as a backup's.
    const backup = await connect(url)
    await backup.query('begin isolation level repeatable read')
    await backup.query('select pg_current_snapshot()')
    const upgrades = Promise.all([migrate(database), migrate(second)])
    await expect.poll(() => readWaitingStatement(others)).toMatch(/^create index concurrently/)

    await others.transaction(async (tx) => {
      await sql`set local lock_timeout = 1`.execute(tx)
      await sql`update claim set version = '2' where claim_number = '7'`.execute(tx)
      await sql`update prescription set version = '2'`.execute(tx)
    })
    expect(
      (await others.read.selectFrom('claim').select('version').where('claim_number', '=', '7').execute())[0],
    ).toEqual({ version: '2' })
    expect(await readWaitingStatement(others)).toMatch(/^create index concurrently/)
    await backup.query('commit')
    await upgrades
    await expectUpgraded(database)
  })

  test('OP-4 a change of a table lets later statements go first while it waits for somebody', async () => {
    const url = await copyDatabase(filled)
    const [database, others] = [open(url), open(url)]
    const reader = await connect(url)
    await reader.query('begin')
    await reader.query('select from claim limit 1')
    const upgrade = migrate(database)
    await expect.poll(() => readWaitingStatement(others)).toMatch(/^alter table claim /)
    // Behind a waiting upgrade, this would wait until the first reader has ended.
    expect(await others.read.selectFrom('claim').select('claim_id').limit(1).execute()).toHaveLength(1)
    await reader.query('commit')
    await upgrade
    await expectUpgraded(database)
  })

  test('OP-4 an interrupted one continues at the next start, without an invalid index', async () => {
    const url = await copyDatabase(filled)
    const [database, others] = [open(url), open(url)]
    const backup = await connect(url)
    await backup.query('begin isolation level repeatable read')
    await backup.query('select pg_current_snapshot()')
    const cut = migrate(database).then(
      () => 'done',
      (error: Error) => error.message,
    )
    await expect.poll(() => readWaitingStatement(others)).toMatch(/^create index concurrently/)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'portico migrations' and datname = current_database()`.execute(others.read)
    expect(await cut).toMatch(/^The migration 00\d\d-[a-z-]+ failed: /)
    const { rows } = await sql`select from pg_index where not indisvalid`.execute(others.read)
    expect(rows).toHaveLength(1)
    await backup.query('commit')
    await migrate(database)
    await expectUpgraded(database)
  })
})

test('OP-4 a migration has no time limit, and waits for a lock only briefly', async () => {
  const database = open(await freshDatabase({ seeded: false }))
  let limits: unknown
  const up = async (db: Parameters<Extract<(typeof migrations)[string], { up: unknown }>['up']>[0]) => {
    const { rows } = await sql`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('lock_timeout') as lock`.execute(
      db,
    )
    limits = rows[0]
  }
  await runMigrations(database, { '0001-probe': { up } })
  expect(limits).toEqual({ statement: '0', idle: '0', lock: '1s' })
})
