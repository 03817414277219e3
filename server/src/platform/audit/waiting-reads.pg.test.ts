import type { CallName } from '@portico/contract/calls'
import { ROLES, type Role } from '@portico/rules/roles'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../../../../tools/postgres.ts'
import { make } from '../../../test/call.ts'
import { Client, memberClient } from '../../../test/client.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { everyCall, type Records, readRecords, readySample } from '../../../test/samples.ts'
import { seed } from '../../../test/seeded.ts'
import { startWallets, type TestWallets } from '../../../test/wallet-keys.ts'
import { openPostgres } from '../db/engine.ts'

/** Calls that read, and also write what must not be lost. */
const writing: readonly CallName[] = [
  // The number of documents that someone has requested in the current hour.
  ...(['claimEob', 'blankForm', 'formDocument', 'workspaceForm', 'premiumBillFile', 'premiumReceipt'] as const),
  ...(['printProviders', 'shopComparison', 'shopPlanFile'] as const),
  // The read mark of a message, and the gateway's answer about a payment or a method.
  ...(['openMessage', 'premiumPayment', 'premiumMethod'] as const),
]

const loginByRole: Partial<Record<Role, string>> = {
  MEMBER: 'MEMBER01',
  INTERNAL: 'CSRREP01',
  AGENT: 'AGENT001',
  AGENCY_ADMIN: 'AGENCYADM',
  PROS: 'PROSPECT1',
}

let cluster: Cluster
let portal: Portal
let wallets: TestWallets | undefined
/** `probe` commits, to see whether the server waits; `observer` lists who waits. */
let probe: pg.Client
let observer: pg.Client
let own: Records
beforeAll(async () => {
  cluster = await startCluster({ durable: false })
  const url = await cluster.database('waiting')
  observer = await connect(url)
  await observer.query('create table probe (n integer)')
  // The test cluster never waits for the disk; this database does.
  await observer.query("alter database waiting set synchronous_commit = 'on'")
  probe = await connect(url)
  await seed(openPostgres({ url, poolSize: 2 }), new Date())
  wallets = await startWallets()
  portal = await startPortal({ ACCESS_TOKEN_S: '3600', ...wallets.environment }, { url })
  own = await readRecords(await memberClient(portal.origin, 'MEMBER01'))
})
afterAll(async () => {
  await portal?.close()
  wallets?.close()
  await Promise.all([probe?.end(), observer?.end()])
  await cluster?.stop()
})

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

/**
 * Runs `work` while no commit that waits for the disk is confirmed, because it also waits for a standby that does not exist. Returns the
 * statements that waited: none if `work` could end by itself.
 */
async function listWaiting(work: () => Promise<unknown>): Promise<string[]> {
  await setStandby('nobody')
  const { probing } = await probeUntilWaiting()
  try {
    let done = false
    const working = work().finally(() => {
      done = true
    })
    await expect.poll(async () => done || (await readWaiting()).length > 1).toBe(true)
    const waiting = (await readWaiting()).filter((query) => !query.includes('into probe'))
    await setStandby('')
    await working
    return waiting
  } finally {
    await setStandby('')
    await probing
  }
}

/** The server learns of the standby a moment later: before that, the probe's commits are confirmed. */
async function probeUntilWaiting(): Promise<{ readonly probing: Promise<void> }> {
  for (;;) {
    let confirmed = false
    const probing = probe.query('insert into probe values (1)').then(() => {
      confirmed = true
    })
    await expect.poll(async () => confirmed || (await readWaiting()).length > 0).toBe(true)
    if (!confirmed) return { probing }
  }
}

async function setStandby(name: string): Promise<void> {
  await observer.query(`alter system set synchronous_standby_names = '${name}'`)
  await observer.query('select pg_reload_conf()')
}

async function readWaiting(): Promise<string[]> {
  const { rows } = await observer.query("select query from pg_stat_activity where wait_event = 'SyncRep'")
  return rows.map(({ query }: { query: string }) => query)
}

const clients = new Map<string, Promise<Client>>()
function signIn(loginId: string): Promise<Client> {
  const known = clients.get(loginId) ?? memberClient(portal.origin, loginId)
  clients.set(loginId, known)
  return known
}

const reads = everyCall.filter(({ name, call }) => !call.changes && !writing.includes(name))

describe('SI-13 no read waits for the disk', () => {
  test('SI-13 a change does', async () => {
    const client = await signIn('MEMBER02')
    const change = everyCall.find(({ name }) => name === 'changeNotificationChoices')
    if (change === undefined) throw new Error('The change is called otherwise.')
    const sent = await readySample(client, change.sample, own)
    expect(await listWaiting(() => make(client, change.call, sent))).not.toEqual([])
  })

  test.each(reads)('SI-13 $name', async ({ call, sample }) => {
    const { audience } = call
    const role = audience.by === 'anyone' ? null : ROLES.find((one) => audience.roles.includes(one))
    const login = sample.as ?? (role == null ? null : loginByRole[role])
    const client = login == null ? new Client(portal.origin) : await signIn(login)
    const sent = await readySample(client, sample, own)
    expect(await listWaiting(() => make(client, call, sent, sample.headers))).toEqual([])
    await sample.undo?.(portal.database)
    if (sample.undo !== undefined) clients.clear()
  })

  test.each(['/mbr/', '/msg', '/claims', '/spa', '/login/'])('SI-13 the page %s', async (path) => {
    const client = await signIn('MEMBER01')
    const view = () => client.get(path, { headers: { accept: 'text/html' } })
    // The first view records the language in which the portal writes to the person.
    await view()
    expect(await listWaiting(view)).toEqual([])
  })
})
