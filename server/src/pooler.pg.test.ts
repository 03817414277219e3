import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@portico/contract/calls'
import { mailEvents } from '@portico/contract/calls/live'
import { overview } from '@portico/contract/calls/member'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { make } from '../test/call.ts'
import { memberClient } from '../test/client.ts'
import { noteFact } from '../test/drill-facts.ts'
import { openEvents } from '../test/events.ts'
import { makeOwnKeys } from '../test/own-keys.ts'
import { keepsNamedStatements, type Pooler, startPooler } from '../test/pooler.ts'
import { freshDatabase } from '../test/portal.ts'
import { type ServerProcess, startServer } from '../test/server-process.ts'
import { doctor } from './doctor/doctor.ts'
import { createDatabase } from './platform/db/database.ts'
import { openPostgres } from './platform/db/engine.ts'

const kinds = [
  { kind: 'transaction', runs: true, namedStatements: 0 },
  { kind: 'transaction-named', runs: keepsNamedStatements(), namedStatements: 100 },
] as const
for (const { kind, runs } of kinds)
  if (!runs) process.stderr.write(`\nOP-5 pooler=${kind} was NOT checked: PgBouncer is older than 1.21.\n`)

describe.each(kinds.filter(({ runs }) => runs))('OP-5 PgBouncer, pooler=$kind', ({ kind, namedStatements }) => {
  let dataDir: string
  let direct: string
  let pooler: Pooler | undefined
  let environment: Record<string, string>
  let servers: readonly ServerProcess[] = []
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'portico-pooled-'))
    direct = await freshDatabase({ seeded: true })
    pooler = await startPooler(direct, { namedStatements })
    environment = {
      DATA_DIR: dataDir,
      DATABASE_URL: `${pooler.url}?pooler=${kind}`,
      DATABASE_LISTEN_URL: direct,
      ...(await makeOwnKeys()),
      ACCESS_TOKEN_S: '3600',
      // The database has the people of the demo; two servers that load its prices at once would be in each other's way.
      DEMO: '0',
    }
  })
  afterAll(async () => {
    await Promise.all(servers.map((one) => one.kill()))
    await pooler?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('OP-5 two instances start, people read and send at once over three connections, and each hears the other', async () => {
    servers = await Promise.all([startServer(environment), startServer(environment)])
    const [one, two] = servers as [ServerProcess, ServerProcess]
    const member = await memberClient(one.origin, 'MEMBER01')
    const listening = await openEvents(member.copy(two.origin), mailEvents.path)
    expect(listening.status).toBe(200)
    await listening.next()
    const loginIds = ['MEMBERND', 'BXBASIC1', 'FAMILY01', 'MEMBERDE'] as const
    const others = await Promise.all(
      loginIds.map((loginId, at) => memberClient(at % 2 === 0 ? one.origin : two.origin, loginId)),
    )
    const send = (client: typeof member) => {
      const topic = { categoryId: 'other', subCategoryId: 'question', subject: 'Pooled' } as const
      return make(client, calls.addMessage, {
        body: { clientMessageId: randomUUID(), text: 'Through a pooler', ...topic },
      })
    }
    const statuses: number[] = []
    for (let round = 0; round < 5; round += 1)
      for (const answers of await Promise.all(
        [member, ...others].map((client) =>
          Promise.all([
            make(client, overview, {}),
            make(client, calls.listMessages, { query: { folder: 'inbox' } }),
            send(client),
          ]),
        ),
      ))
        statuses.push(...answers.map(({ status }) => status))
    noteFact(`answers through three connections, pooler=${kind}`, statuses.length)
    noteFact('of them errors', statuses.filter((one) => one !== 200 && one !== 201).length)
    expect([...new Set(statuses)].sort()).toEqual([200, 201])
    // It was sent on the other instance, and signals come past the pooler.
    await listening.next()
    listening.leave()
  })

  test('OP-5 an empty database gets its tables past the pooler', async () => {
    const empty = await freshDatabase({ seeded: false })
    const url = `${(pooler as Pooler).url.replace(/[^/]+$/, new URL(empty).pathname.slice(1))}?pooler=${kind}`
    const server = await startServer({ ...environment, DATABASE_URL: url, DATABASE_LISTEN_URL: empty, DEMO: '0' })
    try {
      expect((await fetch(`${server.origin}/health/ready`)).status).toBe(200)
    } finally {
      await server.kill()
    }
  })

  test('OP-5 the doctor says what a pooler needs, and when it is there', async () => {
    const undeclared = await doctor({ ...environment, DATABASE_URL: (pooler as Pooler).url })
    expect(undeclared.said).toMatch(/FAIL +database +.*pooler=transaction/)
    const unset = await doctor(environment)
    expect([unset.code, unset.said]).toEqual([1, expect.stringMatching(/FAIL +pooler +.*statement_timeout/)])
    expect(unset.said).toMatch(/OK +signals/)
    const database = createDatabase(openPostgres({ url: direct, poolSize: 1 }))
    // Of this database alone: other files of the run have the same user.
    const name = new URL(direct).pathname.slice(1)
    for (const setting of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await sql.raw(`alter database ${name} set ${setting} = '10s'`).execute(database.read)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and pid <> pg_backend_pid()`.execute(
      database.read,
    )
    await database.close()
    // Until the pooler has noticed, it may still hand out a connection that has ended.
    await expect.poll(async () => (await doctor(environment)).said).toMatch(/OK +pooler/)
  })
})

test('OP-5 a pooler without an address to listen at is refused at the start', async () => {
  const start = (more: Record<string, string>) =>
    startServer({ DATABASE_URL: 'postgres://a/portico?pooler=transaction', ...more })
  await expect(start({})).rejects.toThrow('DATABASE_LISTEN_URL')
  await expect(start({ DATABASE_LISTEN_URL: 'postgres://a/portico?pooler=transaction' })).rejects.toThrow(
    'DATABASE_LISTEN_URL',
  )
})
