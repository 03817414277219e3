import { fork } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { demoPassword } from '../server/src/demo/demo/load.ts'
import { basic, memberClient } from '../server/test/client.ts'
import { startCluster } from '../tools/postgres.ts'
import { fillClaims } from './claim-rows.ts'
import { buildAppToken, fillFhir } from './fhir-rows.ts'
import type { Measured as Answered, Load, LoadOrder, LoadReport, Target } from './load.ts'
import { fillMailboxes } from './mailboxes.ts'
import { readSpentMs } from './processor-time.ts'
import { member, root, startServer } from './server.ts'

export const engines = ['postgres', 'embedded'] as const
export type EngineKind = (typeof engines)[number]

/** A load's answers, with the CPU time of one request, in ms. */
export interface Measured extends Answered {
  readonly serverMs: number
  /** Of all processes of PostgreSQL; 0 if the database is part of the server. */
  readonly databaseMs: number
}

/** Rows of each big table: as many as a small plan has. */
const { BENCH_ROWS: rowsAsked = '200000' } = process.env

/** The portal and the baseline side by side on one engine, and a process that generates load for either. */
export interface Stage {
  readonly targets: Targets
  /** Throws if an answer was not 200. */
  measure(load: Load): Promise<Measured>
  close(): Promise<void>
}

export type Targets = Awaited<ReturnType<typeof listTargets>>

export async function openStage(kind: EngineKind): Promise<Stage> {
  const cluster = kind === 'postgres' ? await startCluster() : null
  const databaseUrl = await cluster?.database('portico_bench')
  const environment = { NODE_OPTIONS: `--import=${join(root, 'bench/lift-allowances.ts')}` }
  const portal = await startServer({
    script: 'server/src/main.mjs',
    readyPath: '/health/ready',
    databaseUrl,
    environment,
  })
  const baseline = await startServer({ script: 'bench/baseline.ts', readyPath: '/bare', databaseUrl })
  if (databaseUrl !== undefined) await fill(databaseUrl)
  const load = startLoad()
  const pids = new Map([portal, baseline].map(({ origin, pid }) => [origin, pid]))
  const readSpent = (origin: string) => ({
    server: readSpentMs(pids.get(origin) ?? 0),
    database: cluster === null ? 0 : readSpentMs(cluster.pid, { withChildren: true }),
  })
  return {
    targets: await listTargets(portal.origin, baseline.origin),
    measure: async (ordered) => {
      const before = readSpent(ordered.target.origin)
      const answered = await load.measure(ordered)
      const after = readSpent(ordered.target.origin)
      return {
        ...answered,
        serverMs: (after.server - before.server) / answered.requests,
        databaseMs: (after.database - before.database) / answered.requests,
      }
    },
    close: async () => {
      load.stop()
      await portal.stop()
      await baseline.stop()
      await cluster?.stop()
    },
  }
}

/**
 * Fills a database as if it had been in use, with the statistics that PostgreSQL soon has of any database: without them it plans
 * differently.
 */
async function fill(url: string): Promise<void> {
  const total = Number(rowsAsked)
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  await fillMailboxes(database, { total, large: 100, ordinary: 40, largeLogin: 'MEMBER02', ordinaryLogin: member })
  await fillClaims(database, { total, owners: { [member]: 40 } })
  await fillFhir(database, { total: Math.min(total, 100_000), owners: { [member]: 40 } })
  await database.query('vacuum (analyze)')
  await database.end()
}

async function listTargets(portal: string, baseline: string) {
  const own = await listPortalTargets(portal)
  await holdState(baseline, own.landingPage)
  const bareToken = { authorization: `Bearer ${await bareSignIn(baseline)}` }
  const appHeaders = { authorization: `Bearer ${buildAppToken(member)}` }
  const claims = '/fhir/hmbcbs/r4/ExplanationOfBenefit'
  const [claim] = await listServedClaims(portal + claims, appHeaders)
  return {
    bareFhirPage: get(baseline, '/fhir-page', appHeaders),
    fhirPage: get(portal, `${claims}?_count=10&_sort=-_lastUpdated`, appHeaders),
    bareFhirRead: get(baseline, `/fhir-read/${claim}`, appHeaders),
    fhirRead: get(portal, `${claims}/${claim}`, appHeaders),
    bare: get(baseline, '/bare'),
    bareSession: get(baseline, '/session', bareToken),
    bareMessages: get(baseline, '/messages', bareToken),
    bareVerify: get(baseline, '/verify'),
    bareSignIn: signIn(baseline, '/sign-in'),
    bareClaims: get(baseline, '/claims', bareToken),
    bareRender: get(baseline, '/rendered'),
    ...own,
  } satisfies Record<string, Target>
}

/** The requests to the portal itself, as a signed-in member. */
export async function listPortalTargets(portal: string) {
  const { bearer, cookies } = await memberClient(portal, member)
  const page = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), accept: 'text/html' }
  const token = { authorization: `Bearer ${bearer}` }
  return {
    unread: get(portal, '/rbsmbl/account-settings/v3/ext/message/CountUnreadMessages', token),
    validate: get(portal, '/dps/x-services/validateltpa', { cookie: page.cookie }),
    messages: get(portal, '/rbsmbl/account-settings/v3/ext/message/messageCenter?pageSize=10&threads=true', token),
    claims: get(portal, '/rbsmbl/x-services/claims/v1/claims', { cookie: page.cookie }),
    signIn: signIn(portal, '/rbsmbl/x-services/userauth/v1/login'),
    landingPage: get(portal, '/mbr/', page),
    signInPage: get(portal, '/login/', { accept: 'text/html' }),
  } satisfies Record<string, Target>
}

/** The ids of claims that an app can read; the embedded database has no app. */
async function listServedClaims(address: string, headers: Record<string, string>): Promise<readonly string[]> {
  const answer = await fetch(address, { headers })
  const { entry = [] } = (await answer.json()) as {
    readonly entry?: readonly { readonly resource: { readonly id: string } }[]
  }
  return entry.map(({ resource }) => resource.id)
}

// Every request sends a browser's headers, so that compression counts if it happens.
const common = { 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'bench' }

function get(origin: string, path: string, headers: Record<string, string> = {}): Target {
  return { origin, method: 'GET', path, headers: { ...common, ...headers }, body: '' }
}

function signIn(origin: string, path: string): Target {
  const authorization = basic(member, demoPassword)
  const headers = { ...common, authorization, appid: 'chmmbr', 'content-type': 'application/json' }
  return { origin, method: 'POST', path, headers, body: JSON.stringify({ payload: {} }) }
}

/** Makes the baseline render from the same state as a page of the portal. */
async function holdState(baseline: string, { origin, path, headers }: Target): Promise<void> {
  const html = await (await fetch(origin + path, { headers })).text()
  const state = /<script type="application\/json" id="portico-state">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
  await fetch(`${baseline}/state`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: state })
}

async function bareSignIn(baseline: string): Promise<string> {
  const { method, path, headers, body } = signIn(baseline, '/sign-in')
  const answer = await fetch(baseline + path, { method, headers, body })
  const { token } = (await answer.json()) as { token: string }
  return token
}

export function startLoad() {
  const child = fork(join(root, 'bench/load.ts'), { cwd: root })
  const waiting = new Map<number, { finish(measured: Answered): void; fail(error: Error): void }>()
  child.on('message', ({ id, measured }: LoadReport) => waiting.get(id)?.finish(measured))
  child.on('exit', () => {
    for (const { fail } of waiting.values()) fail(new Error('The load generator ended.'))
  })
  let last = 0
  return {
    measure: async (load: Load): Promise<Answered> => {
      const order: LoadOrder = { id: ++last, load }
      const measured = await new Promise<Answered>((done, fail) => {
        waiting.set(order.id, { finish: done, fail })
        child.send(order)
      })
      waiting.delete(order.id)
      if (measured.failure) throw new Error(`${load.target.path} answered ${measured.failure}`)
      return measured
    },
    stop: () => child.disconnect(),
  }
}
