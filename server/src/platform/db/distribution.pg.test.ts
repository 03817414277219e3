import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memberClient } from '../../../test/client.ts'
import { freshDatabase, testPortal } from '../../../test/portal.ts'
import { everyCall, makeRight, readRecords, undoChanges } from '../../../test/samples.ts'
import { findMemberless, listWhollyRead, planStatement, recordStatements } from '../../../test/statement-plans.ts'
import { findObstacles } from './distribute.ts'
import { memberTables, tableKinds } from './distribution.ts'
import { runDistribute } from './run-distribute.ts'
import { runMigrate } from './run-migrate.ts'
import { tables } from './tables.ts'

// Its worker sends nothing while the statements of calls are recorded.
const portal = testPortal({ ACCESS_TOKEN_S: '3600', ATTACHMENT_WORK_MS: '600000' })
let planner: pg.Client
beforeAll(async () => {
  planner = new pg.Client({ connectionString: portal.environment.DATABASE_URL })
  await planner.connect()
  // As if every table were large, whatever the values are.
  for (const text of ['set plan_cache_mode = force_generic_plan', 'set enable_seqscan = off']) await planner.query(text)
})
afterAll(() => planner?.end())

/** Tables besides members' own that grow with members and their visits. */
const large = [
  ...memberTables,
  ...['account', 'session', 'refresh_token', 'outbox', 'audit_event', 'audit_seal', 'lead'],
]

test('OP-1 every table has a kind', () => {
  expect([...tableKinds.keys()].sort()).toEqual(Object.keys(tables).sort())
  expect([...tableKinds.values()].filter((kind) => kind === undefined)).toEqual([])
  expect(memberTables.size).toBeGreaterThan(30)
})

test('OP-1 statements of members’ own calls name the member in every sharded table, and read no large table whole', async () => {
  const wrong = new Set<string>()
  const own = await readRecords(await memberClient(portal.origin, 'MEMBER01'))
  const calls = everyCall.filter(
    ({ call: { audience } }) => audience.by !== 'anyone' && audience.roles.includes('MEMBER'),
  )
  let planned = 0
  const all = new Set<string>()
  for (const one of calls) {
    const client = await memberClient(portal.origin, one.sample.as ?? 'MEMBER01')
    const sent = await recordStatements(() => makeRight(client, one, own))
    await undoChanges(portal.database)
    for (const text of [...sent].map((one) => one.replace(/\s+/g, ' '))) {
      const plan = await planStatement(planner, text)
      planned += plan === null ? 0 : 1
      all.add(text)
      for (const table of plan === null ? [] : findMemberless(plan, memberTables)) wrong.add(`${table}: ${text}`)
    }
  }
  expect([...wrong]).toEqual([])
  expect(planned).toBeGreaterThan(500)
  // Joined to the transactions of the requested people, for which the planner expects a hundred thousand rows here.
  const expected = ['spending_account by spending_account_pkey']
  expect(await listWhollyRead(portal.environment.DATABASE_URL, all, large)).toEqual(expected)
})

test('OP-1 the guard finds a statement without the member, and one whose join does not carry it', async () => {
  const find = async (text: string) => {
    const plan = await planStatement(planner, text)
    return plan && findMemberless(plan, memberTables)
  }
  expect(await find('select * from claim where member_id = $1 and claim_id = $2')).toEqual([])
  expect(await find('select * from claim where claim_number = $1')).toEqual(['claim'])
  const joined = 'select * from claim c join claim_line l on l.claim_id = c.claim_id where c.member_id = $1'
  expect(await find(joined)).toEqual(['claim_line'])
  expect(await find(`${joined} and l.member_id = c.member_id`)).toEqual([])
  expect(await find('delete from prior_authorization where provider_id = $1')).toEqual(['prior_authorization'])
  expect(await find('select * from account where account_id = $1')).toEqual([])
})

test('OP-1 the obstacles to distributing tables are known, and there are no new ones', async () => {
  const found = await portal.database.apart(findObstacles)
  expect(found.map(({ kind, table, name }) => `${kind} ${table} ${name}`)).toMatchInlineSnapshot(`[]`)
})

test('OP-1 one command distributes; without Citus it says loudly that it did not, and what it would do', async () => {
  const planned = await runDistribute(['--plan'], portal.environment)
  expect(planned.code).toBe(0)
  expect(planned.said).toMatch(/NOT RUN: the database does not have Citus/)
  for (const [name, kind] of tableKinds) expect(planned.said.includes(`table('${name}'`), name).toBe(kind !== 'local')
  expect(await runDistribute([], portal.environment)).toMatchObject({
    code: 2,
    said: expect.stringMatching(/NOT RUN[\s\S]*Nothing was changed/),
  })
  const empty = { DATABASE_URL: await freshDatabase({ seeded: false }) }
  for (const args of [['--plan'], []])
    expect(await runDistribute(args, empty)).toMatchObject({
      code: 2,
      said: expect.stringContaining('npm run migrate'),
    })
  expect((await runMigrate(['--plan'], empty)).said).toMatch(/^The database is empty/)
})
