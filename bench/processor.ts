import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, SentTo } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { createDatabase, type Database } from '../server/src/platform/db/database.ts'
import { openPostgres } from '../server/src/platform/db/engine.ts'
import { make } from '../server/test/call.ts'
import { type Answer, Client, memberClient } from '../server/test/client.ts'
import { everyCall, readRecords, readySample } from '../server/test/samples.ts'
import { type ServerProcess, startServer } from '../server/test/server-process.ts'
import { startCluster } from '../tools/postgres.ts'
import { median } from './sides.ts'
import { table } from './table.ts'

/**
 * The CPU time that each call of the contract, and some calls that made others wait, take on the thread that serves everyone: `node
 * bench/processor.ts [CALL…]`. Exits with 1 when one takes more than the limit, so that no one can slow everyone down.
 */
const maxMs = 10
const warmUp = 4
const rounds = 7

/** Calls that may take more, and why they slow nobody down: nobody can make them again and again. */
const rare: Readonly<Record<string, string>> = {
  endOtherDevices: 'once for each sign-in, which takes longer, and in steps',
  exportData: 'five an hour, and in steps',
  registerMember: 'a hundred an hour from an address; the e-mail is made meanwhile',
  createProspect: 'a hundred an hour from an address; the e-mail is made meanwhile',
  forgottenUsername: 'a hundred an hour from an address; the e-mail is made meanwhile',
  forgottenPassword: 'a hundred an hour from an address; the e-mail is made meanwhile',
  requestGuardianPin: 'three a day; the e-mail is made meanwhile',
  requestSignInPin: 'three a day; the e-mail is made meanwhile',
  changePassword: 'the password is hashed, which takes longer; the e-mail is made meanwhile',
  verifyAudit: 'by administrators',
  stepContent: 'by authors of texts',
  writeContent: 'by authors of texts',
  contentItems: 'by authors of texts',
  releaseContent: 'by authors of texts',
}

interface Case {
  readonly name: string
  /** Who makes it; null: anyone. */
  readonly as: string | null
  /** Work that must come first, which does not count as part of the call. */
  prepare(client: Client): Promise<() => Promise<Answer>>
  /** Undoes the call's effect on everyone's sign-in. */
  undo?(database: Database): Promise<unknown>
}

const logins = { MEMBER: 'MEMBER01', AGENT: 'AGENT001', AGENCY_ADMIN: 'AGENCYADM', INTERNAL: 'CSRREP01' } as const
const chosen = process.argv.slice(2)
const clients = new Map<string, Client>()
/** The maximum number of words that a search takes. */
const long = 'condition procedure examination surgical treatment prosthesis'

const cluster = await startCluster()
const dataDir = mkdtempSync(join(tmpdir(), 'portico-bench-'))
const databaseUrl = await cluster.database('portico_processor')
const server = await startServer(
  { DATA_DIR: dataDir, DEMO: '1', DATABASE_URL: databaseUrl, ACCESS_TOKEN_S: '3600', LOG_LEVEL: 'info' },
  { preload: join(import.meta.dirname, 'processor-probe.ts') },
)
const database = createDatabase(openPostgres({ url: databaseUrl, poolSize: 1 }))
try {
  const idles: number[] = []
  for (let round = 0; round < 4 * rounds; round += 1) idles.push(await measureSpent(() => Promise.resolve()))
  const idle = median(idles)
  const rows: { name: string; ms: number; most: number; status: string }[] = []
  for (const one of await listCases(server.origin)) {
    if (chosen.length > 0 && !chosen.some((word) => one.name.includes(word))) continue
    const found = await measure(one, idle)
    if (found !== null) rows.push(found)
  }
  rows.sort((a, b) => b.ms - a.ms)
  const lines = rows.map(({ name, ms, most, status }) => [
    name,
    ms.toFixed(1),
    most.toFixed(1),
    status,
    (ms > maxMs && rare[name]) || '',
  ])
  console.log(table([['call', 'median ms', 'most ms', 'status', 'more, but'], ...lines]))
  const over = rows.filter(({ name, ms }) => ms > maxMs && rare[name] === undefined)
  for (const { name, ms } of over) console.log(`missed: ${name} takes ${ms.toFixed(1)} ms, goal ${maxMs}`)
  process.exitCode = over.length === 0 ? 0 : 1
} finally {
  await database.close()
  await server.kill()
  await cluster.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** CPU time of the server's main thread during some work, in ms. */
async function measureSpent(work: () => Promise<unknown>): Promise<number> {
  const before = await readSpent(server)
  await work()
  return (await readSpent(server)) - before
}

/** Waits until the server has finished work that it was woken for, such as sending e-mail. */
async function quiet(): Promise<void> {
  for (let calm = 0; calm < 2; ) calm = (await measureSpent(() => sleep(25))) < 1 ? calm + 1 : 0
}

async function readSpent({ child }: ServerProcess): Promise<number> {
  const told = once(child, 'message')
  child.send('tell')
  const [ms] = (await told) as [number]
  return ms
}

/** Null if the call needs something that only a test's own portal can provide. */
async function measure({ name, as, prepare, undo }: Case, idle: number) {
  const statuses = new Set<number>()
  const times: number[] = []
  for (let round = -warmUp; round < rounds; round += 1) {
    await database.read.deleteFrom('sign_in_limit').execute()
    try {
      const client = as === null ? new Client(server.origin) : await signIn(as)
      const attempt = await prepare(client)
      await quiet()
      const ms = await measureSpent(async () => statuses.add((await attempt()).status))
      if (round >= 0) times.push(ms - idle)
      if (undo !== undefined) await undo(database)
      if (undo !== undefined || statuses.has(401) || (as !== null && client.cookies.size === 0)) clients.clear()
    } catch (error) {
      console.log(`not measured: ${name}, ${String(error)}`)
      return null
    }
  }
  return { name, ms: median(times), most: Math.max(...times), status: [...statuses].join(', ') }
}

async function signIn(loginId: string): Promise<Client> {
  const known = clients.get(loginId)
  if (known !== undefined) return known
  const client = await memberClient(server.origin, loginId)
  clients.set(loginId, client)
  return client
}

async function listCases(origin: string): Promise<Case[]> {
  const own = await readRecords(await memberClient(origin, logins.MEMBER))
  const every = everyCall.map(({ name, call, sample }): Case => {
    const { audience } = call
    const role = audience.by === 'anyone' ? null : audience.roles.includes('MEMBER') ? 'MEMBER' : audience.roles[0]
    const as = sample.as ?? (role == null ? null : (logins[role as keyof typeof logins] ?? 'PROSPECT1'))
    return {
      name,
      as,
      prepare: async (client) => {
        const sent = await readySample(client, sample, own)
        return () => make(client, call, sent, sample.headers)
      },
      ...(sample.undo && { undo: sample.undo }),
    }
  })
  return [...every, ...heavyCases(own)]
}

/** The most expensive variants of calls. */
function heavyCases({ card: cardId }: { readonly card: string }): Case[] {
  const one = <C extends Call>(name: string, call: C, as: string | null, sent: SentTo<C>): Case => ({
    name,
    as,
    prepare: async (client) => () => make(client, call, sent),
  })
  const drug = (q: string) => one(`searchFormulary: ${q}`, calls.searchFormulary, logins.MEMBER, { body: { q } })
  const service = (search: string) =>
    one(`findServices: ${search}`, calls.findServices, logins.MEMBER, { body: { search } })
  const finder = (name: string, body: object) =>
    one(`findProviders: ${name}`, calls.findProviders, null, { body: { brand: 'hmbcbs', ...body } } as never)
  const card = (format: 'png' | 'pdf' | 'svg') =>
    one(`idCardFile: ${format}`, calls.idCardFile, logins.MEMBER, { params: { cardId }, query: { format } })
  return [
    ...(['png', 'pdf', 'svg'] as const).map(card),
    ...['zzzzqqqq wwwwxxxx yyyyvvvv kkkkjjjj', 'amoxxicilin', 'sodium', 'insulin glargine pen', long].map(drug),
    ...['plan', 'knee replacement surgery', 'zzzzqqqq', 'wheelchair', long].map(service),
    finder('everywhere', { text: '', place: '', miles: 3000 }),
    finder('everything within 500 miles', { text: '', place: '85003', miles: 500 }),
    finder('heart doctors in the country', { text: 'heart doctor', place: '85003', miles: 3000 }),
    finder('misspelled', { text: 'cardiolgist smiht johnsn', place: '85003', miles: 100 }),
    finder('nothing, with every filter', {
      text: 'left handed pediatric cardiac surgeon smithfield',
      place: '85003',
      miles: 25,
      kinds: ['individual'],
      accepting: true,
      gender: 'female',
      telehealth: true,
      wheelchair: true,
      saturday: true,
    }),
  ]
}
