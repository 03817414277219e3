import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOwnKeys } from '../../../../test/own-keys.ts'
import { openTestDatabase } from '../../../../test/portal.ts'
import { type ServerProcess, startServer } from '../../../../test/server-process.ts'
import { addSystem, otherPlan, type System } from '../../../../test/systems.ts'

const brand = 'ndbcbs'
const groupId = '0190b2f0-0000-7000-8000-0000000000aa'
const resources = 12_000

let held: Awaited<ReturnType<typeof openTestDatabase>>
let environment: Record<string, string>
let server: ServerProcess
let system: System

beforeAll(async () => {
  held = await openTestDatabase({ seeded: true })
  environment = { ...held.environment, DEMO: '1', ...(await makeOwnKeys()) }
  const { read } = held.database
  system = await addSystem(held.database, 'plan', otherPlan)
  await sql`insert into exchange_group values (${groupId}, ${brand}, 'plan', 'matched', now(), null)`.execute(read)
  await sql`insert into exchange_member select ${groupId}::uuid, member_id, null from member where brand = ${brand}`.execute(
    read,
  )
  await sql`
    insert into fhir_resource (member_id, type, id, version, updated, sensitive, tokens, dates, refs, content_hash, body)
    select m.member_id, 'Observation', gen_random_uuid(), 1, now(), false, '{}', '{}', '{}', '',
      '{"resourceType":"Observation","id":"n' || n || '","note":"' || repeat('x', 2000) || '"}'
    from (select member_id from member where brand = ${brand} order by member_id limit 3) m, generate_series(1, ${resources / 3}) n`.execute(
    read,
  )
  server = await startServer(environment)
})
afterAll(async () => {
  await server?.kill()
  await held?.remove()
})

async function ask(path: string): Promise<Response> {
  const token = await system.token(server.origin, brand)
  const address = new URL(path, `${server.origin}/fhir/${brand}/r4/`)
  // After a restart the server has another port.
  address.host = new URL(server.origin).host
  return fetch(address, { headers: { authorization: `Bearer ${token}`, prefer: 'respond-async' } })
}

const countChunks = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from exchange_chunk`.execute(
    held.database.read,
  )
  return rows[0]?.count ?? 0
}

test('OS-26 OS-44 an export continues where a kill -9 ended it, and nothing is missing or repeated', async () => {
  const place = (await ask(`Group/${groupId}/$export?_type=Observation`)).headers.get('content-location') ?? ''
  for (const least of [3, 12]) {
    while ((await countChunks()) < least) await pause(20)
    await server.kill()
    server = await startServer(environment)
  }
  let done = await ask(place)
  for (; done.status === 202; done = await ask(place)) await pause(200)
  const { output } = (await done.json()) as {
    readonly output: readonly { readonly url: string; readonly count: number }[]
  }
  const lines: string[] = []
  for (const { url, count } of output) {
    const some = (await (await ask(url)).text()).trim().split('\n')
    expect(some).toHaveLength(count)
    lines.push(...some)
  }
  const ids = Map.groupBy(
    lines.map((line) => String(JSON.parse(line).id)),
    (id) => id,
  )
  const own = lines.filter((line) => /"id":"n\d+"/.test(line))
  expect(own).toHaveLength(resources)
  // Each of three members has each number once.
  for (let n = 1; n <= resources / 3; n += 1) expect([n, ids.get(`n${n}`)?.length]).toEqual([n, 3])
  // Each member's log says once that the data went out.
  const { rows } = await sql<{ times: number }>`select count(*)::int as times from audit_event
    where action = 'exchange.read payer' and member_id is not null group by member_id`.execute(held.database.read)
  expect(rows.length).toBeGreaterThan(2)
  expect(rows.map(({ times }) => times)).toEqual(rows.map(() => 1))
})
