import { type ExpressionBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/portal.ts'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'
import { part, together } from './together.ts'

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

test('MP-1 what is read together is what each query reads alone, of every kind of column', async () => {
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
