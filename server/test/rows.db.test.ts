import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from './portal.ts'
import { digestRows } from './rows.ts'

let opened: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  opened = await openTestDatabase({ seeded: true })
})
afterAll(() => opened?.remove())

const tablesChangedBy = async (change: ReturnType<typeof sql>) => {
  const before = await digestRows(opened.database)
  await change.execute(opened.database.read)
  const after = await digestRows(opened.database)
  expect(Object.keys(after)).toEqual(Object.keys(before))
  return Object.keys(after).filter((name) => after[name] !== before[name])
}

test('RO-4 what "nothing was changed" rests on: the digest of all rows differs after each change, and only then', async () => {
  expect(await tablesChangedBy(sql`update account set first_name = 'Zed' where login_id = 'MEMBER01'`)).toEqual([
    'account',
  ])
  expect(await tablesChangedBy(sql`update account set first_name = first_name`)).toEqual([])
  expect(
    await tablesChangedBy(
      sql`delete from premium_move where amount_cents = (select min(amount_cents) from premium_move)`,
    ),
  ).toEqual(['premium_move'])
  expect(
    await tablesChangedBy(
      sql`insert into staff_brand (account_id, brand) select account_id, 'zz' from account where login_id = 'CSRREP01'`,
    ),
  ).toEqual(['staff_brand'])
  expect(await tablesChangedBy(sql`delete from staff_brand where brand = 'zz'`)).toEqual(['staff_brand'])
  expect(await tablesChangedBy(sql`select 1`)).toEqual([])
})
