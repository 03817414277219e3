import type { Call } from '@portico/contract/call'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client, memberClient } from '../../../test/client.ts'
import { createRandom, type Random } from '../../../test/fuzz/random.ts'
import { type FuzzRequest, requestFor } from '../../../test/fuzz/requests.ts'
import { everyCall, type Records, readRecords } from '../../../test/samples.ts'
import { stallsAlone, startWatchedServer, type WatchedServer } from '../../../test/watched-server.ts'

const onPostgres = process.env.PORTICO_TEST_ENGINE === 'postgres'
/** To try other values: `PORTICO_FUZZ_SEED=7 PORTICO_FUZZ_CALLS=50000 npx vitest run …`. */
const seed = Number(process.env.PORTICO_FUZZ_SEED ?? 20261122)
const total = Number(process.env.PORTICO_FUZZ_CALLS ?? (onPostgres ? 6_000 : 500))
const atOnce = 12
/** The limits are reset after this many calls, so that earlier guesses lock no one out; only if this process can reach the database. */
const forgetLimitsEvery = 250

const logins = {
  MEMBER: 'MEMBER01',
  AGENT: 'AGENT001',
  AGENCY_ADMIN: 'AGENCYADM',
  INTERNAL: 'CSRREP01',
  PROS: 'PROSPECT1',
  VISITOR: 'PROSPECT1',
} as const
const passwords = ['Welcome1!', 'Kestrel-47-Ridge']

let server: WatchedServer
let own: Records
let database: pg.Client | null = null
const clients = new Map<string, Promise<Client>>()
/** The calls that were refused, by the id of the request. */
const refused = new Map<string, string>()
beforeAll(async () => {
  server = await startWatchedServer({ TRUST_PROXY: '1', ACCESS_TOKEN_S: '3600', LOG_LEVEL: 'error' })
  if (server.databaseUrl !== null) {
    database = new pg.Client({ connectionString: server.databaseUrl })
    await database.connect()
    await database.query(`create temp table first_rights as
      select account_id, entitlements from account where login_id = any('{${Object.values(logins)}}')`)
  }
  own = await readRecords(await memberClient(server.origin, 'MEMBER01'))
})
afterAll(async () => {
  await database?.end()
  await server?.close()
})

test(`HT-2 RO-4 no call fails and none holds the event loop: ${total} requests made up of the contract with seed ${seed}`, async () => {
  console.info(`Requests are made up with seed ${seed}.`)
  const random = createRandom(seed)
  const all = Array.from({ length: total }, (_, at) => makeUp(at, random))
  await server.stalls()
  const failures: unknown[] = []
  /** How often each call answered with each status. */
  const answers = new Map<string, Map<number, number>>(everyCall.map(({ name }) => [name, new Map()]))
  let next = 0
  const workUntil = async (end: number) => {
    for (let at = next; at < end; at = next) {
      next += 1
      const { name, request } = all[at] as MadeUp
      const statuses = await attempt(at, all[at] as MadeUp)
      for (const status of statuses) answers.get(name)?.set(status, (answers.get(name)?.get(status) ?? 0) + 1)
      if (statuses.some((status) => status >= 500 || status === 0))
        failures.push({ at, name, statuses, ...cutRequest(request) })
    }
  }
  while (next < all.length) {
    await letEveryoneIn()
    const end = Math.min(next + forgetLimitsEvery, all.length)
    await Promise.all(Array.from({ length: atOnce }, () => workUntil(end)))
  }
  if (process.env.PORTICO_FUZZ_TELL) for (const [name, found] of answers) console.info(name, Object.fromEntries(found))
  const unreached: string[] = []
  for (const name of listUnreached(answers)) if (!(await reachAlone(name, random))) unreached.push(name)
  if (onPostgres) expect({ seed, unreached }).toEqual({ seed, unreached: [] })
  expect({ seed, failures: failures.slice(0, 20) }).toEqual({ seed, failures: [] })
  // SI-13: the log says of no refused request that it was done.
  expect({ seed, claimed: await listClaimed() }).toEqual({ seed, claimed: [] })
  // Each call that was under way when the event loop was blocked is retried alone before it counts.
  const suspects = new Set(
    (await server.stalls()).flatMap(({ requests }) => requests.flatMap((one) => one.attempt ?? [])),
  )
  const stalls: unknown[] = []
  for (const at of [...suspects].map(Number)) {
    await database?.query('delete from sign_in_limit')
    const { name, request, ...made } = all[at] as MadeUp
    await clientFor(request, made)
    const found = await stallsAlone(server.stalls, () => attempt(at, all[at] as MadeUp))
    if (found.length > 0) stalls.push({ at, name, found, ...cutRequest(request) })
  }
  expect({ seed, stalls }).toEqual({ seed, stalls: [] })
})

/** Makes a request, once or twice at the same time, and returns its statuses. */
async function attempt(at: number, { request, ...made }: MadeUp): Promise<number[]> {
  const client = await clientFor(request, made)
  const times = request.twice ? 2 : 1
  const statuses = await Promise.all(Array.from({ length: times }, () => readStatus(client, made.name, request, at)))
  if (statuses.includes(401) && client.cookies.size > 0) clients.clear()
  return statuses
}

/** What was done before the call refused something else: a file's upload began, and a guardian's child was found. */
const doneAlone = [
  'addAttachment: attachment.begin',
  'addThreadFile: attachment.begin',
  'verifyGuardian: registration.match',
]

/** What the audit log says was done in requests that were refused: whoever reads it must not think that something was read or changed. */
async function listClaimed(): Promise<string[]> {
  const found = await database?.query<{ request_id: string; action: string }>(
    "select request_id, action from audit_event where outcome = 'done' and request_id = any($1)",
    [[...refused.keys()]],
  )
  const claimed = new Set(found?.rows.map(({ request_id, action }) => `${refused.get(request_id)}: ${action}`))
  return [...claimed].filter((one) => !doneAlone.includes(one)).sort()
}

/** Calls that were only ever refused because of the caller or the rate. */
function listUnreached(answers: ReadonlyMap<string, ReadonlyMap<number, number>>): string[] {
  return [...answers].flatMap(([name, found]) => ([...found.keys()].every(isRefusal) ? [name] : []))
}

const isRefusal = (status: number) => [401, 403, 429, 431].includes(status)

type MadeUp = ReturnType<typeof makeUp>

/** Takes the calls in turn, so that each is tried equally often. */
function makeUp(at: number, random: Random) {
  const { name, call, sample } = everyCall[at % everyCall.length] as (typeof everyCall)[number]
  return { name, call, as: sample.as, request: requestFor(call, sample.right(own), sample.headers ?? {}, random) }
}

/** Other calls sign out the people who make a call, and take their rights: alone, it must be reached within as many tries. */
async function reachAlone(name: string, random: Random): Promise<boolean> {
  const place = everyCall.findIndex((one) => one.name === name)
  for (let tries = 0; tries < total / everyCall.length; tries += 1) {
    await letEveryoneIn()
    clients.clear()
    if (!(await attempt(place, makeUp(place, random))).every(isRefusal)) return true
  }
  return false
}

async function letEveryoneIn(): Promise<void> {
  await database?.query('delete from sign_in_limit')
  await database?.query(`update account set locked_at = null, ended_at = null, entitlements = first_rights.entitlements
    from first_rights where first_rights.account_id = account.account_id`)
}

async function readStatus(
  client: Client,
  name: string,
  { method, path, headers, cookies, body }: FuzzRequest,
  at: number,
): Promise<number> {
  const sender = client.copy()
  for (const [name, value] of Object.entries(cookies)) sender.cookies.set(name, value)
  const pageKey = sender.cookies.get('ObSSOCookie')
  const sending = {
    headers: { obssocookie: pageKey, ...headers, 'x-attempt': String(at) },
    ...(body !== undefined && { raw: body }),
  }
  // 0: no answer at all.
  return sender.send(method, path, sending).then(
    ({ status, headers }) => {
      const requestId = headers.get('x-request-id')
      // What is no HTTP has no id.
      if (status >= 400 && status < 500 && requestId !== null) refused.set(requestId, name)
      return status
    },
    () => 0,
  )
}

/** `as`: the sample's caller, if not everyone with one of its roles may make the call. */
async function clientFor(
  { sender }: FuzzRequest,
  { call, as }: { call: Call; as?: string | undefined },
): Promise<Client> {
  const { audience } = call
  if (sender === 'anyone') return newClient()
  if (sender !== 'right') return signInAs(sender === 'member' ? logins.MEMBER : logins.INTERNAL)
  if (audience.by === 'anyone') return newClient()
  if (as !== undefined) return signInAs(as)
  return signInAs(logins[audience.roles.includes('MEMBER') ? 'MEMBER' : (audience.roles[0] ?? 'MEMBER')])
}

/** The server closes some requests' connections, which must not affect the next request. */
function newClient(): Client {
  const client = new Client(server.origin)
  client.lone = true
  return client
}

/** One browser per person, until a call ends its session. */
function signInAs(loginId: string): Promise<Client> {
  const known = clients.get(loginId)
  if (known) return known
  const client = signIn(loginId)
  clients.set(loginId, client)
  return client
}

async function signIn(loginId: string): Promise<Client> {
  const client = newClient()
  for (const password of passwords) if ((await client.signIn(loginId, password)).status === 200) break
  await client.takeToken()
  return client
}

function cutRequest({ method, path, body, headers, sender }: FuzzRequest) {
  return { method, path: path.slice(0, 300), sender, headers, body: body?.toString('utf8').slice(0, 500) }
}
