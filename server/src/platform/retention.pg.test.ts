import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { memberClient, signInClient } from '../../test/client.ts'
import { testPortal } from '../../test/portal.ts'
import { addProvider } from '../../test/provisioned.ts'
import { dayMs } from './day.ts'
import { deleteOld } from './retention.ts'

const portal = testPortal()
const retention = { sessionDays: 30, deskEventDays: 60, mailYears: null, shownYears: 2 }
const now = new Date()
const run = (query: ReturnType<typeof sql>) => query.execute(portal.database.read)

async function count(): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`select (select count(*) from session) as sessions,
    (select count(*) from session where actor_account_id is not null) as acting,
    (select count(*) from refresh_token) as tokens, (select count(*) from desk_event where at < ${now}) as events`.execute(
    portal.database.read,
  )
  return rows[0] ?? {}
}

async function deleteAll(at: Date): Promise<void> {
  while (await deleteOld(portal.database, at, retention, 2));
}

test('OP-7 ended rows are deleted after their retention, in batches; who acted for whom stays, with the reason', async () => {
  for (const login of ['MEMBER01', 'MEMBER01', 'MEMBER02', 'AGENT001', 'CSRREP01'])
    await signInClient(portal.origin, login)
  // The representative acted for a member in a separate session.
  await run(sql`insert into session select (jsonb_populate_record(own, jsonb_build_object('session_id', gen_random_uuid(),
      'token_hash', sha256('acting'), 'page_key_hash', sha256('page'), 'method', 'simulation', 'reason', 'asked for help', 'ticket', 'T-1',
      'actor_account_id', account_id, 'actor_login_id', login_id, 'actor_session_id', session_id))).*
    from session own where login_id = 'CSRREP01'`)
  await run(sql`insert into desk_event select gen_random_uuid(), ${now}::timestamptz - n * interval '1 day', 'hmbcbs', 'benefits',
    'received', null, null from generate_series(1, 90) n`)
  const before = await count()
  expect(before).toMatchObject({ sessions: 6, acting: 1, tokens: 5 })

  await deleteAll(now)
  expect(await count()).toMatchObject({ sessions: 6, acting: 1, tokens: 5 })
  const { rows: left } = await run(sql`select from desk_event where at < ${new Date(now.getTime() - 60 * dayMs)}`)
  expect(left).toEqual([])
  expect((await count()).events).toBeGreaterThan(58)

  // They expired in two days but are kept for a month; the hashes of their tokens are not.
  await deleteAll(new Date(now.getTime() + 10 * dayMs))
  expect(await count()).toMatchObject({ sessions: 6, acting: 1, tokens: 0 })
  await deleteAll(new Date(now.getTime() + 40 * dayMs))
  const { rows } = await run(sql`select reason, ticket, actor_login_id, actor_session_id from session`)
  expect(rows).toEqual([
    { reason: 'asked for help', ticket: 'T-1', actor_login_id: 'CSRREP01', actor_session_id: null },
  ])
})

test('OP-7 MP-12 what a phone may no longer show is deleted, and the rest stays', async () => {
  await run(sql`insert into kept_card (kept_id, account_id, session_id, brand, user_agent, kept_at, expires_at)
    select gen_random_uuid(), account_id, gen_random_uuid(), 'HMBCBS', 'phone ' || n, ${now}::timestamptz,
      ${now}::timestamptz + n * interval '1 day'
    from account, generate_series(-3, 3) n where login_id = 'MEMBER01'`)
  await deleteAll(now)
  const { rows } = await run(sql`select user_agent from kept_card order by 1`)
  expect(rows).toEqual([1, 2, 3].map((days) => ({ user_agent: `phone ${days}` })))
  await deleteAll(new Date(now.getTime() + 4 * dayMs))
  expect((await run(sql`select from kept_card`)).rows).toEqual([])
})

test('OP-7 a session that is in use stays in use', async () => {
  const client = await memberClient(portal.origin, 'MEMBER01')
  await deleteAll(now)
  expect((await client.takeToken()).status).toBe(200)
})

test('OS-71 answers of identity providers are kept for an hour after they could be used, and outcomes of sign-ins for 30 days', async () => {
  const connectionId = crypto.randomUUID()
  await run(sql`insert into identity_connection (connection_id, name, brand, audience, kind, created_at)
    values (${connectionId}, 'Employees', 'hmbcbs', 'staff', 'oidc', ${now})`)
  await run(sql`insert into identity_version (connection_id, version, state, domains, settings, made_by, made_at)
    values (${connectionId}, 1, 'confirmed', '[]', '{}', gen_random_uuid(), ${now})`)
  await run(sql`insert into identity_request
      (state_hash, connection_id, version, browser_hash, proof, created_at, expires_at)
    select decode(lpad(n::text, 8, '0'), 'hex'), ${connectionId}, 1, '', '{}', ${now}, ${now}::timestamptz - n * interval '25 minutes'
    from generate_series(1, 5) n`)
  await run(sql`insert into identity_attempt (attempt_id, connection_id, at, outcome, is_test)
    select gen_random_uuid(), ${connectionId}, ${now}::timestamptz - n * interval '10 days', 'signed-in', false
    from generate_series(1, 5) n`)
  await deleteAll(new Date(now.getTime() + 1))
  expect((await run(sql`select from identity_request`)).rows).toHaveLength(2)
  expect((await run(sql`select from identity_attempt`)).rows).toHaveLength(2)
})

test('OS-71 identity providers’ requests are kept for 30 days', async () => {
  const { tokenId } = await addProvider(portal.database, 'hmbcbs')
  await run(sql`insert into scim_call (call_id, token_id, brand, at, method, what, status)
    select gen_random_uuid(), ${tokenId}, 'hmbcbs', ${now}::timestamptz - n * interval '10 days', 'POST', 'User', 201
    from generate_series(1, 5) n`)
  await deleteAll(new Date(now.getTime() + 1))
  const { rows } = await run(sql`select from scim_call`)
  expect(rows).toHaveLength(2)
})
