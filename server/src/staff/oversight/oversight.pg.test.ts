import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrors, memberClient, signInClient } from '../../../test/client.ts'
import { importFiles } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { testClient } from '../../../test/signed-in.ts'
import { sealBatch } from '../../platform/audit/sealer.ts'
import { createLogger } from '../../platform/logger.ts'
import { reportRun } from '../../platform/versions/run-store.ts'
import { newInstance, startHeartbeat } from './instances.ts'

const portal = testPortal()
/** An auditor for every brand, and one for some brands. */
const nora = testClient(portal, 'ADMIN001')
const leo = testClient(portal, 'ADMIN002')
const member = testClient(portal, 'MEMBER01')
beforeAll(async () => {
  await make(member, calls.overview, {})
  await make(await memberClient(portal.origin, 'MEMBERND'), calls.overview, {})
})

type Filters = NonNullable<Parameters<typeof make<typeof calls.searchAudit>>[2]['body']>
const search = async (client: Client, body: Filters = {}) =>
  (await make(client, calls.searchAudit, { body })).body.payload
const seal = async () => {
  while (((await sealBatch(portal.database))?.count ?? 0) > 0);
}

describe('AD-4 the audit log', () => {
  test('AD-4 a search takes person, member, record and action, all of which must match, and is itself in the log', async () => {
    const found = await search(nora, { person: 'member01', action: 'overview' })
    expect(found.events.length).toBeGreaterThan(0)
    for (const { by, action } of found.events) expect([by, action]).toEqual(['MEMBER01', 'overview.read'])
    const [event] = found.events
    const number = event?.memberNumber ?? ''
    expect((await search(nora, { member: number, action: 'overview.read' })).events[0]?.by).toBe('MEMBER01')
    expect((await search(nora, { record: event?.recordId ?? '', action: 'overview' })).events).toEqual(found.events)
    expect((await search(nora, { person: 'MEMBER01', member: '0', action: 'overview' })).events).toEqual([])
    expect((await search(nora, { person: "' or 1=1 --" })).events).toEqual([])
    const answer = await make(nora, calls.searchAudit, { body: {} })
    expect(await listAuditedActions(portal.database, answer)).toEqual(['audit.search done'])
  })

  test('AD-4 failed sign-ins are found by the login ID that was tried', async () => {
    await new Client(portal.origin).signIn('MEMBER02', 'Wrong-1A')
    const { events } = await search(nora, { person: 'MEMBER02', action: 'sign-in' })
    expect(events[0]).toMatchObject({ by: null, outcome: 'refused', action: 'sign-in GEN-NOMATCH' })
  })

  test('AD-4 an administrator of some brands reads only events of those brands', async () => {
    expect((await search(nora, { person: 'MEMBERND' })).events.length).toBeGreaterThan(0)
    expect((await search(leo, { person: 'MEMBERND' })).events).toEqual([])
    expect((await search(leo, { person: 'MEMBER01', action: 'overview' })).events.length).toBeGreaterThan(0)
  })

  test('AD-4 CT-9 an event shows what a change changed: key, brand, old and new value, and the reason', async () => {
    const params = { brand: 'ndbcbs', key: 'MESSAGES_PER_HOUR' } as const
    const ids = [randomUUID(), randomUUID()]
    for (const [at, changeId] of ids.entries()) {
      const body = { changeId, basedOn: ids[at - 1] ?? null, value: 60 + at, reason: 'A busy autumn' }
      expect((await make(nora, calls.changeSetting, { params, body })).status).toBe(200)
    }
    const { events } = await search(nora, { record: ids[1] ?? '' })
    const detail = { about: 'MESSAGES_PER_HOUR', brand: 'NDBCBS', before: '60', value: '61', reason: 'A busy autumn' }
    const brandName = 'Blue Plan of North Dakota'
    expect(events).toMatchObject([{ action: 'setting.change', detail: { ...detail, brandName, ticket: null } }])
    const file = await make(nora, calls.exportAudit, { body: { record: ids[1] ?? '' } })
    expect(file.bytes.toString()).toContain('MESSAGES_PER_HOUR,NDBCBS,60,61,A busy autumn')

    const asked = { brand: 'wi', key: 'PASSWORD_MIN_LENGTH' } as const
    const reason = 'A rule of the plan'
    const ask = async (basedOn: string | null, value: number) => {
      const changeId = randomUUID()
      await make(nora, calls.changeSetting, { params: asked, body: { changeId, basedOn, value, reason } })
      return changeId
    }
    const first = await ask(null, 10)
    const about = 'PASSWORD_MIN_LENGTH'
    expect((await search(nora, { record: first })).events).toMatchObject([
      { action: 'setting.ask', detail: { about, before: null, value: '10', reason } },
    ])
    // A waiting change also shows the value that it would replace.
    const decision = { params: asked, body: { waitingId: first, confirm: true } }
    expect((await make(leo, calls.decideSetting, decision)).status).toBe(200)
    const second = await ask(first, 11)
    expect((await search(nora, { record: second })).events).toMatchObject([
      { action: 'setting.ask', detail: { about, before: '10', value: '11', reason } },
    ])
    // The e-mail to those who may confirm must not count as waiting too long, below.
    await portal.database.read.deleteFrom('outbox').execute()
  })

  test('AD-4 CS-1 an event says why and on which ticket someone acted for a member', async () => {
    const rep = await signInClient(portal.origin, 'CSRREP01')
    const body = { reason: 'Asked about a bill', ticket: 'T-7701' }
    await make(rep, calls.startSimulation, { params: { storeID: '10151', logonID: 'MEMBER02' }, body })
    expect((await search(nora, { person: 'CSRREP01', action: 'simulation.start' })).events).toMatchObject([
      { as: 'MEMBER02', detail: { ...body, about: null } },
    ])
  })

  test('AD-4 a search whose last day is before its first is refused', async () => {
    const days = { from: '2026-11-10', to: '2026-11-09' }
    const refused = [400, 'to administration.log.order']
    expect(listErrors(await make(nora, calls.searchAudit, { body: days }))).toEqual(refused)
    expect(listErrors(await make(nora, calls.exportAudit, { body: days }))).toEqual(refused)
  })

  test('AD-4 days are those of Eastern time, and a day that does not exist is refused', async () => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date())
    expect((await search(nora, { from: today, to: today })).events.length).toBeGreaterThan(5)
    expect((await search(nora, { to: '2020-01-01' })).events).toEqual([])
    expect((await search(nora, { from: '2999-01-01' })).events).toEqual([])
    expect(listErrors(await make(nora, calls.searchAudit, { body: { from: '2026-02-30' } }))).toEqual([
      400,
      'from FIELD-INVALID',
    ])
  })

  test('AD-4 a page has fifty events, none twice and none left out; the export has them all, none as a formula', async () => {
    await sql`insert into audit_event (event_id, at, action, record_type, outcome, address, request_id)
      select ('01000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, to_timestamp(1099511627 + n), '=many', 'x',
        'done', '127.0.0.1', 'r' from generate_series(1, 2105) n`.execute(portal.database.read)
    const seen: string[] = []
    let before: string | undefined
    for (let pages = 0; pages < 3; pages += 1) {
      const page = await search(nora, { action: '=many', ...(before !== undefined && { before }) })
      expect(page.events).toHaveLength(50)
      seen.push(...page.events.map(({ eventId }) => eventId))
      before = page.next ?? ''
    }
    expect(new Set(seen).size).toBe(150)
    expect(seen).toEqual(seen.toSorted().toReversed())
    expect(listErrors(await make(nora, calls.searchAudit, { body: { before: 'x' } }))).toEqual([
      400,
      'before FIELD-INVALID',
    ])
    const file = await make(nora, calls.exportAudit, { body: { action: '=many' } })
    const lines = file.bytes.toString().trim().split('\r\n')
    expect([file.status, lines.length]).toEqual([200, 2106])
    expect(lines[1]).toContain("'=many")
    expect(await listAuditedActions(portal.database, file)).toEqual(['audit.export done'])
  })

  test('AD-4 the chain is checked a part at a time, up to the waiting events, and tampering shows', async () => {
    await seal()
    await make(member, calls.validateSession, {})
    const walk = async () => {
      let step = (await make(nora, calls.verifyAudit, { body: { after: 0 } })).body.payload
      let steps = 1
      while (!step.ended) {
        step = (await make(nora, calls.verifyAudit, { body: { after: step.verifiedTo } })).body.payload
        steps += 1
      }
      return { ...step, steps }
    }
    const { rows } = await sql<{ head: number }>`select max(seq) as head from audit_seal`.execute(portal.database.read)
    const head = rows[0]?.head ?? 0
    expect(head).toBeGreaterThan(2_000)
    expect(await walk()).toMatchObject({ verifiedTo: head, brokenAt: null, steps: 2, waiting: 1 })
    await sql`alter table audit_event disable trigger user`.execute(portal.database.read)
    await sql`update audit_event set address = '192.0.2.9'
      where event_id = (select event_id from audit_seal where seq = 12)`.execute(portal.database.read)
    expect(await walk()).toMatchObject({ verifiedTo: 11, brokenAt: 12, ended: true })
    await sql`delete from audit_event where event_id = (select event_id from audit_seal where seq = ${head})`.execute(
      portal.database.read,
    )
    const gone = (await make(nora, calls.verifyAudit, { body: { after: head } })).body.payload
    expect(gone).toMatchObject({ brokenAt: head, ended: true })
  })
})

describe('AD-5 system status', () => {
  test('AD-5 instances report that they run; a silent one is marked, and a stopped one disappears', async () => {
    const logger = createLogger('silent')
    const parts = { database: portal.database, version: '9.9.9', streams: () => 3, logger }
    const beat = startHeartbeat({ ...parts, instance: newInstance(new Date()) })
    const read = async () => (await make(nora, calls.whatRuns, {})).body.payload
    await expect.poll(async () => (await read()).instances.length).toBe(1)
    expect((await read()).instances[0]).toMatchObject({ pid: process.pid, version: '9.9.9', streams: 3, stale: false })
    await sql`update instance set seen_at = now() - interval '2 minutes'`.execute(portal.database.read)
    expect((await read()).instances[0]?.stale).toBe(true)
    await beat.stop()
    expect((await read()).instances).toEqual([])
  })

  test('AD-5 e-mails and imports that wait too long are marked; the database and its version are shown', async () => {
    await sql`insert into outbox (email_id, template, brand, language, recipient, state, attempts, created_at, due_at)
      values ('01000000-0000-7000-8000-000000000001', 'new-device', 'hmbcbs', 'en', 'x@mail.test', 'waiting', 1,
        now() - interval '1 hour', now() + interval '1 hour')`.execute(portal.database.read)
    await sql`insert into import_run (run_id, kind, brand, files, state, counts, started_at)
      values ('01000000-0000-7000-8000-000000000002', 'fhir', 'hmbcbs', '[]', 'running',
        '{"read":1,"created":0,"updated":0,"unchanged":0,"rejected":0}', now() - interval '1 day')`.execute(
      portal.database.read,
    )
    const answer = await make(nora, calls.whatRuns, {})
    const { outbox, imports, database, scans } = answer.body.payload
    expect(outbox).toMatchObject({ waiting: 1, stale: true })
    expect(imports.find(({ state }) => state === 'running')).toMatchObject({
      kind: 'fhir',
      brand: 'Blue Plan West',
      stale: true,
      read: 1,
    })
    expect([database.engine, Number.parseInt(database.version, 10) >= 15]).toEqual([portal.database.kind, true])
    expect(database.bytes).toBeGreaterThan(1_000_000)
    expect(scans).toEqual({ waiting: 0, oldest: null, stale: false })
    expect(await listAuditedActions(portal.database, answer)).toEqual(['running.read done'])
  })

  test('AD-5 IM-4 killed imports are marked, come after the running ones, and disappear once another starts', async () => {
    await sql`delete from import_run`.execute(portal.database.read)
    await sql`insert into import_run (run_id, kind, brand, files, state, counts, started_at, seen_at)
      select ('01000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'members', 'hmbcbs', '[]', 'running',
        '{"read":1,"created":0,"updated":0,"unchanged":0,"rejected":0}', now() - n * interval '1 hour',
        now() - interval '1 hour'
      from generate_series(1, 30) n`.execute(portal.database.read)
    await reportRun(portal.database, '01000000-0000-7000-8000-000000000030')
    const read = async () => (await make(nora, calls.whatRuns, {})).body.payload.imports
    const [first, second] = await read()
    expect([first?.runId.slice(-2), first?.state, second?.runId.slice(-2), second?.stale]).toEqual([
      ...['30', 'running'],
      ...['01', true],
    ])
    const files = { 'members.csv': 'member_number,first_name,last_name,date_of_birth\n' }
    await importFiles(portal.database, files, { kind: 'members', brand: 'hmbcbs' })
    const states = (await read()).map(({ state, stale }) => `${state}${stale ? ' late' : ''}`)
    expect(states).toEqual(['running late', 'done', ...Array(18).fill('failed')])
  })
})
