import { join, resolve } from 'node:path'
import type { QueryOf } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { memberClient } from '../../../test/client.ts'
import { type Distributed, startDistributed } from '../../../test/distributed.ts'
import { importFiles } from '../../../test/importing.ts'
import { type Portal, startPortal, testPortal } from '../../../test/portal.ts'
import { everyCall, makeRight, newMessage, readRecords, undoChanges } from '../../../test/samples.ts'
import { signIn } from '../../../test/second-factor.ts'
import { seed } from '../../../test/seeded.ts'
import { recordStatements, whyUnplanned } from '../../../test/statement-plans.ts'
import { tableKinds } from './distribution.ts'
import { openPostgres } from './engine.ts'
import { runDistribute } from './run-distribute.ts'
import { runMigrate } from './run-migrate.ts'

const bin = process.env.CITUS_BIN
if (bin === undefined)
  process.stderr.write(
    '\nOP-1 was NOT checked on a cluster: CITUS_BIN does not name a PostgreSQL with Citus (docs/scaling.md).\n',
  )

const settings = { ACCESS_TOKEN_S: '3600', ATTACHMENT_WORK_MS: '600000' }

describe.runIf(bin !== undefined)('OP-1 on a cluster', () => {
  const portal = testPortal(settings)
  /** On one server, as before any call was made. */
  const untouched = testPortal(settings)
  let cluster: Distributed
  let planner: pg.Client

  beforeAll(async () => {
    cluster = await startDistributed(bin ?? '')
    planner = new pg.Client({ connectionString: cluster.url })
    await planner.connect()
  })
  afterAll(async () => {
    await planner.end()
    await cluster.close()
  })

  test('OP-1 one command distributes the tables', async () => {
    const environment = { DATABASE_URL: cluster.url }
    expect(await runMigrate([], environment)).toMatchObject({ code: 0 })
    const spread = [...tableKinds.values()].filter((kind) => kind !== 'local').length
    expect(await runDistribute([], environment)).toEqual({ said: `Distributed: ${spread} tables.`, code: 0 })
    const { rows } = await planner.query<{ kind: string; count: number }>(
      'select citus_table_type as kind, count(*)::int as count from citus_tables group by 1 order by 1',
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['distributed', 'reference'])
  })

  test('OP-1 Citus can plan what the calls send', async () => {
    const own = await readRecords(await memberClient(portal.origin, 'MEMBER01'))
    const wrong = new Set<string>()
    let planned = 0
    for (const one of everyCall) {
      // Tests of calls report a call that is not answered; here only the statements sent count.
      const client = await memberClient(portal.origin, one.sample.as ?? 'MEMBER01')
      const sent = await recordStatements(() => makeRight(client, one, own).catch(() => null))
      await undoChanges(portal.database)
      for (const text of [...sent].map((said) => said.replace(/\s+/g, ' '))) {
        planned += 1
        const why = await whyUnplanned(planner, text)
        if (why !== null) wrong.add(`${why}: ${text}`)
      }
    }
    expect([...wrong]).toEqual([])
    expect(planned).toBeGreaterThan(2000)
  })

  test('OP-1 files are imported, and members read, write and search as on one server', async () => {
    // The demo's people come from imports: FHIR, CSV, plans, and a directory.
    await seed(openPostgres({ url: cluster.url, poolSize: 2 }), new Date())
    const spread = await startPortal(settings, { url: cluster.url })
    const load = ({ database }: Portal) =>
      importFiles(
        database,
        ['enrollment.834', 'claim.837', 'payment.835'].map((name) => join(samples, name)),
        { kind: 'x12', brand: 'ndbcbs' },
      )
    const [here, there] = [await load(untouched), await load(spread)]
    expect(there.rejected).toEqual(here.rejected)
    expect(await readWhole(spread)).toEqual(await readWhole(untouched))
    expect(await listWork(spread)).toEqual(await listWork(untouched))
    await spread.close()
  })
})

const samples = resolve(import.meta.dirname, '../../../../docs/samples')

/** What a member sees on several screens after writing a message, minus what differs between two portals. */
async function readWhole({ origin }: Portal): Promise<unknown> {
  const client = await memberClient(origin, 'MEMBER01')
  const wrote = await make(client, calls.addMessage, { body: newMessage() })
  const claims = await make(client, calls.listClaims, {})
  const spending = await make(client, calls.listTransactions, {})
  const benefits = await make(client, calls.benefits, {})
  const bills = await make(client, calls.premiumBills, {})
  const messages = await make(client, calls.listMessages, { query: { pageSize: '50' } })
  const found = await make(client, calls.searchClaims, { body: { q: 'lab' } })
  return {
    statuses: [wrote, claims, spending, benefits, bills, messages, found].map(({ status }) => status),
    claims: claims.body.payload.claims.map(({ claimNumber, state }) => [claimNumber, state]),
    moved: spending.body.payload.transactions.map(({ amountCents, payee }) => [amountCents, payee]),
    plans: benefits.body.payload.plans.map(({ planName, standing }) => [planName, standing]),
    bills: bills.body.payload.accounts.flatMap((one) => one.bills.map(({ amountCents }) => amountCents)),
    messages: messages.body.payload.messages.length,
    found: found.body.payload.claims.map(({ claimNumber }) => claimNumber),
  }
}

type ClientQuery = QueryOf<typeof calls.agencyClients>

/** Lists for people who work for members: a desk's queues, its search and appeals, and an agent's clients. */
async function listWork({ origin }: Portal): Promise<unknown> {
  const rep = await signIn(origin, 'INTERNAL1')
  const agent = await signIn(origin, 'AGENT002')
  const threads = async (view: QueryOf<typeof calls.workspaceThreads>['view']) =>
    (await make(rep, calls.workspaceThreads, { query: { view } })).body.payload.threads.map(({ subject }) => subject)
  const clients = async (view: ClientQuery['view'], line?: ClientQuery['line']) =>
    (await make(agent, calls.agencyClients, { query: { view, ...(line && { line }) } })).body.payload.clients.map(
      (one) => [one.firstName, one.plans, one.coverageEnds, one.email],
    )
  const found = await make(rep, calls.searchThreads, { body: { text: 'claim' } })
  return {
    open: (await threads('open')).toSorted(),
    appeals: await threads('appeals'),
    resolved: (await threads('resolved')).toSorted(),
    found: found.body.payload.threads.map(({ subject }) => subject).toSorted(),
    clients: await clients('all'),
    ending: await clients('ending'),
    followed: await clients('follow-ups'),
    medicare: await clients('all', 'MA'),
    other: await clients('all', 'ACA'),
  }
}
