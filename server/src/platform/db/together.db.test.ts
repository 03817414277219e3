import { type ExpressionBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/portal.ts'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'
import { part, prepareTogether, together } from './together.ts'

let opened: Awaited<ReturnType<typeof openTestDatabase>>
let database: Database
beforeAll(async () => {
  opened = await openTestDatabase({ seeded: true })
  database = opened.database
})
afterAll(() => opened?.remove())

const values = [
  sql<Date>`timestamptz '2026-03-08 06:30:00.125+00'`.as('moment'),
  sql<Date | null>`null::timestamptz`.as('never'),
  sql<string>`date '2026-03-08'`.as('day'),
  sql<number>`9007199254740991::bigint`.as('cents'),
  sql<string>`'2026-03-08T06:30:00+00:00 "<ñ>'`.as('words'),
  sql<readonly { readonly kind: string }[]>`'[{"kind": "deductible"}]'::jsonb`.as('limits'),
  sql<boolean | null>`null::boolean`.as('flag'),
] as const
const columns = (_: ExpressionBuilder<Tables, never>) => values

test('MP-1 queries read together return what each returns alone, for every kind of column', async () => {
  const query = database.read.selectNoFrom(columns)
  const alone = await query.execute()
  const { read } = await together(database.read, { read: part(query, { moment: true, never: true }) })
  expect(read).toEqual(alone)
  expect(read[0]?.moment).toEqual(new Date('2026-03-08T06:30:00.125Z'))
})

test('MP-1 whole rows of the demo, in their order, beside queries that find none', async () => {
  const members = database.read.selectFrom('member').selectAll().orderBy('member_number', 'desc')
  const products = database.read.selectFrom('product').selectAll().orderBy('member_id').orderBy('position')
  const messages = database.read
    .selectFrom('message')
    .select(['message_id', 'sent_at', 'read_at'])
    .orderBy('message_id')
  const read = await together(database.read, {
    members: part(members),
    products: part(products),
    messages: part(messages, { sent_at: true, read_at: true }),
    nobody: part(members.where('last_name', '=', 'Nobody')),
  })
  expect(read.members.length).toBeGreaterThan(10)
  expect(read).toEqual({
    members: await members.execute(),
    products: await products.execute(),
    messages: await messages.execute(),
    nobody: [],
  })
})

const readNames = prepareTogether(['brand', 'lastName'], (db, { brand, lastName }) => ({
  alike: part(
    db
      .selectFrom('member')
      .select(['first_name', 'last_name'])
      .where('brand', '=', brand)
      .where('last_name', '=', lastName)
      .orderBy('member_number'),
  ),
  brands: part(db.selectFrom('member').select('brand').distinct().where('brand', '=', brand)),
}))

test('MP-1 prepared queries answer with each call’s values', async () => {
  const members = await database.read.selectFrom('member').selectAll().orderBy('member_number').execute()
  for (const { brand, last_name: lastName } of members) {
    const alike = members.filter((one) => one.brand === brand && one.last_name === lastName)
    expect(await readNames(database.read, { brand, lastName })).toEqual({
      alike: alike.map(({ first_name, last_name }) => ({ first_name, last_name })),
      brands: [{ brand }],
    })
  }
})

test('MP-1 connections keep the plan of queries read together, and plan again when a table gets another column', async () => {
  await database.transaction(async (tx) => {
    await sql`create table kept_plan (one integer)`.execute(tx)
    await sql`insert into kept_plan values (1)`.execute(tx)
    const read = async () =>
      (await together(tx, { rows: part(sql<object>`select * from kept_plan where one > ${0}`) })).rows
    for (let time = 0; time < 8; time++) expect(await read()).toEqual([{ one: 1 }])
    const kept =
      await sql`select from pg_prepared_statements where name like 'kept-%' and statement like '%kept_plan%'`.execute(
        tx,
      )
    expect(kept.rows).toHaveLength(1)
    await sql`alter table kept_plan add column two text default 'b'`.execute(tx)
    expect(await read()).toEqual([{ one: 1, two: 'b' }])
    await sql`drop table kept_plan`.execute(tx)
  })
})
