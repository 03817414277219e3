import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/portal.ts'
import { type Migration, runMigrations } from './migrator.ts'
import { changeInParts, createIndex } from './steps.ts'

let opened: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  opened = await openTestDatabase({ seeded: false })
})
afterAll(() => opened?.remove())

const changes: readonly [string, Migration][] = [
  [
    '9998-numbers',
    {
      up: async (db) => {
        await sql`create table kysely_numbers (n integer, half integer, name text, primary key (n, half))`.execute(db)
        await sql`insert into kysely_numbers select n / 2, n % 2, null from generate_series(1, 25) n`.execute(db)
      },
    },
  ],
  [
    '9999-names',
    {
      steps: [
        changeInParts('kysely_numbers', {
          key: ['n', 'half'],
          change: `update kysely_numbers k set name = coalesce(name, '') || 'x' from part where (k.n, k.half) = (part.n, part.half)`,
          keys: 10,
        }),
        // Rows with the same key belong to one part.
        changeInParts('kysely_numbers', {
          key: ['n'],
          change: `update kysely_numbers k set name = name || 'y' from part where k.n = part.n`,
          keys: 3,
        }),
        createIndex('kysely_numbers_by_name', 'kysely_numbers (name)'),
        createIndex('kysely_numbers_by_name', 'kysely_numbers (name)'),
      ],
    },
  ],
]

test('OP-4 steps change every row once and create an index once, on either engine, and are recorded when done', async () => {
  const { database } = opened
  await runMigrations(database, Object.fromEntries(changes))
  await runMigrations(database, Object.fromEntries(changes))
  const { rows } = await sql`select name, count(*) as count from kysely_numbers group by name`.execute(database.read)
  expect(rows).toEqual([{ name: 'xy', count: 25 }])
  const { rows: done } = await sql`select name from kysely_migration where name >= '9998' order by name`.execute(
    database.read,
  )
  expect(done).toEqual([{ name: '9998-numbers' }, { name: '9999-names' }])
  const { rows: indexes } = await sql`select indisvalid as valid from pg_index
    where indexrelid = 'kysely_numbers_by_name'::regclass`.execute(database.read)
  expect(indexes).toEqual([{ valid: true }])
})

test('OP-4 a failing step says which one it is, undoes its own transaction, and leaves the database usable', async () => {
  const { database } = opened
  const failing: Migration = {
    up: async (db) => {
      await sql`create table kysely_half (n integer)`.execute(db)
      await sql`select 1 / 0`.execute(db)
    },
  }
  await expect(runMigrations(database, { '9999-wrong': failing })).rejects.toThrow(
    'The migration 9999-wrong failed: division by zero',
  )
  const { rows } = await sql`select to_regclass('kysely_half') as half`.execute(database.read)
  expect(rows).toEqual([{ half: null }])
  // The next migrator is not locked out.
  await runMigrations(database, Object.fromEntries(changes))
})
