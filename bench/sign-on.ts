import { verify } from '@node-rs/argon2'
import type { BodyOf } from '@portico/contract/call'
import * as calls from '@portico/contract/calls/connections'
import pg from 'pg'
import { demoPassword } from '../server/src/demo/demo/load.ts'
import { createPasswords } from '../server/src/identity/passwords/passwords.ts'
import { make } from '../server/test/call.ts'
import { Client, signInClient } from '../server/test/client.ts'
import { startIdentityProvider } from '../server/test/identity-provider.ts'
import { directoryBase, serviceDn, servicePassword, startSlapd } from '../server/test/slapd.ts'
import { startCluster } from '../tools/postgres.ts'
import { readSpentMs } from './processor-time.ts'
import { startServer } from './server.ts'
import { median } from './sides.ts'
import { table } from './table.ts'

/**
 * What a sign-in by the plan's own provider costs (OS-60), alternating with one by password, on PostgreSQL: processor time of the server and
 * the database, from the first request to the session, beside a real OpenLDAP and a real OpenID provider. `node bench/sign-on.ts`; exits with 1
 * when one costs more than 1.2 times one by password less argon2id, or if connections that nobody uses cost anything.
 */
const maxRatio = 1.2
/** What chance alone makes of the same work twice. */
const maxUnused = 1.1
const { BENCH_ROUNDS: roundsAsked = '9' } = process.env
const rounds = Number(roundsAsked)
const perRound = 25
const warmUp = 2

const cluster = await startCluster()
const databaseUrl = await cluster.database('portico_sign_on')
const server = await startServer({
  script: 'server/src/main.mjs',
  readyPath: '/health/ready',
  databaseUrl,
  environment: { TRUST_PROXY: '1' },
})
const database = new pg.Client({ connectionString: databaseUrl })
await database.connect()
const slapd = await startSlapd()
const clientId = 'portico'
const secret = 'a secret of the benchmark'
const stored = await createPasswords().hash(demoPassword)
let from = 0
const provider = await startIdentityProvider({ clientId, secret, redirectUri: `${server.origin}/sso/none/answer` })

type Settings = BodyOf<typeof calls.makeConnection>['settings']

/** One sign-in, from the first request of a browser to its session. */
type Way = (client: Client, headers: Record<string, string>) => Promise<void>

interface Spent {
  readonly serverMs: number
  readonly databaseMs: number
}

const page: Record<string, string> = { accept: 'text/html' }

const byPassword: Way = async (client, headers) => {
  await client.get('/login/', { headers: { ...page, ...headers } })
  const authorization = `Basic ${Buffer.from(`INTERNAL1:${demoPassword}`).toString('base64')}`
  const path = '/rbsmbl/x-services/userauth/v1/login'
  await client.send('POST', path, { payload: {}, headers: { ...headers, authorization } })
}

const byDirectory =
  (id: string): Way =>
  async (client, headers) => {
    const { at, state } = await askForm(client, `/sso/${id}/start`, headers)
    const form = { state, name: 'dana', password: 'dana and her password' }
    await client.send('POST', at, { form, headers })
  }

const byProvider =
  (id: string): Way =>
  async (client, headers) => {
    const { headers: led } = await client.get(`/sso/${id}/start`, { headers })
    const back = await provider.visit(led.get('location') ?? '', person)
    await client.get(`${back.pathname}${back.search}`, { headers })
  }

const person = { sub: 'employee-2', preferred_username: 'luis', name: 'Luis Ortega' }

try {
  const shared = { groupsClaim: '', trustsFactor: false, factorValues: [] }
  const ldap = await connect('CSRREP02', 'E-1001', {
    ...{ ...shared, kind: 'ldap', nameClaim: 'employeeNumber', bindDn: serviceDn, base: `ou=people,${directoryBase}` },
    ...{ servers: [`ldaps://127.0.0.1:${slapd.securePort}`], certificates: [slapd.certificate] },
    ...{ loginAttribute: 'uid', groupBase: '', isActiveDirectory: false, isWritable: false },
  })
  const oidc = await connect('CSRREP01', 'luis', {
    ...{ ...shared, kind: 'oidc', nameClaim: 'preferred_username', issuer: provider.issuer, clientId },
  })
  await provider.redirectTo(`${server.origin}/sso/${oidc}/answer`)
  const ways = { password: byPassword, directory: byDirectory(ldap), provider: byProvider(oidc) }
  const spent = { password: [] as Spent[], directory: [] as Spent[], provider: [] as Spent[], unused: [] as Spent[] }
  const hashing: number[] = []
  for (let round = -warmUp; round < rounds; round += 1) {
    const measured = {
      password: await measure(ways.password),
      directory: await measure(ways.directory),
      provider: await measure(ways.provider),
      unused: await withoutConnections(() => measure(ways.password)),
    }
    const hashed = await measureHashing()
    if (round < 0) continue
    hashing.push(hashed)
    for (const [name, one] of Object.entries(measured)) spent[name as keyof typeof spent].push(one)
  }
  report(spent, hashing)
} finally {
  await provider.close()
  await slapd.remove()
  await database.end()
  await server.stop()
  await cluster.stop()
}

/** Makes a connection by which someone signs in, as if two administrators had tried and confirmed it and them. Returns its id. */
async function connect(loginId: string, expected: string, settings: Settings): Promise<string> {
  const admin = await signInClient(server.origin, 'ADMIN001')
  const body = { name: settings.kind, brand: 'hmbcbs', audience: 'staff' as const, domains: [], settings }
  const given = settings.kind === 'ldap' ? servicePassword : secret
  const { connections } = (await make(admin, calls.makeConnection, { body: { ...body, secret: given } })).body.payload
  const id = connections.find(({ name }) => name === settings.kind)?.connectionId ?? ''
  await make(admin, calls.expectPerson, { params: { connectionId: id }, body: { loginId, expected } })
  await database.query(`update identity_version set state = 'confirmed' where connection_id = $1`, [id])
  await database.query('update identity_connection set live_version = 1 where connection_id = $1', [id])
  await database.query('update identity_link set confirmed_at = now() where connection_id = $1', [id])
  return id
}

async function askForm(client: Client, path: string, headers: Record<string, string>) {
  const { headers: led } = await client.get(path, { headers })
  const to = new URL(led.get('location') ?? '', server.origin)
  await client.get(`${to.pathname}${to.search}`, { headers })
  return { at: to.pathname, state: to.searchParams.get('state') ?? '' }
}

/** What one sign-in takes, each from an address of its own, so that no limit is reached. */
async function measure(way: Way): Promise<Spent> {
  const before = readSpent()
  for (let one = 0; one < perRound; one += 1) {
    from += 1
    const client = new Client(server.origin)
    await way(client, { 'x-forwarded-for': `10.${from >> 16}.${(from >> 8) & 255}.${from & 255}` })
    if (!client.cookies.has('LtpaToken2')) throw new Error('A sign-in opened no session.')
  }
  const after = readSpent()
  return {
    serverMs: (after.serverMs - before.serverMs) / perRound,
    databaseMs: (after.databaseMs - before.databaseMs) / perRound,
  }
}

function readSpent(): Spent {
  return { serverMs: readSpentMs(server.pid), databaseMs: readSpentMs(cluster.pid, { withChildren: true }) }
}

async function withoutConnections<T>(work: () => Promise<T>): Promise<T> {
  const turn = (version: number | null) => database.query('update identity_connection set live_version = $1', [version])
  await turn(null)
  try {
    return await work()
  } finally {
    await turn(1)
  }
}

/** Processor time of argon2id alone, with the same cost. */
async function measureHashing(): Promise<number> {
  const before = process.cpuUsage()
  for (let one = 0; one < perRound; one += 1) await verify(stored, demoPassword)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / perRound
}

function report(spent: Readonly<Record<'password' | 'directory' | 'provider' | 'unused', Spent[]>>, hashing: number[]) {
  const sum = ({ serverMs, databaseMs }: Spent) => serverMs + databaseMs
  const compare = (one: readonly Spent[], judge: (round: number) => number) =>
    median(one.map((own, round) => sum(own) / judge(round)))
  const bare = (round: number) => sum(spent.password[round] as Spent) - (hashing[round] ?? 0)
  const whole = (round: number) => sum(spent.password[round] as Spent)
  const lines = (['password', 'directory', 'provider', 'unused'] as const).map((name) => [
    { password: 'password', directory: 'LDAP', provider: 'OIDC', unused: 'password, no connection' }[name],
    median(spent[name].map(({ serverMs }) => serverMs)).toFixed(2),
    median(spent[name].map(({ databaseMs }) => databaseMs)).toFixed(2),
    compare(spent[name], whole).toFixed(2),
    compare(spent[name], bare).toFixed(2),
  ])
  console.log(table([['', 'server ms', 'database ms', 'of one by password', 'of that less argon2id'], ...lines]))
  console.log(`  argon2id alone ${median(hashing).toFixed(2)} ms`)
  const missed = (['directory', 'provider'] as const).filter((name) => compare(spent[name], bare) > maxRatio)
  const unused = median(spent.password.map((own, round) => sum(own) / sum(spent.unused[round] as Spent)))
  console.log(`  by password, with connections that nobody uses: ${unused.toFixed(2)} of without`)
  if (missed.length > 0) console.log(`missed: ${missed.join(', ')}, goal ${maxRatio.toFixed(2)}`)
  if (unused > maxUnused) console.log(`missed: unused connections, goal ${maxUnused.toFixed(2)}`)
  process.exitCode = missed.length > 0 || unused > maxUnused ? 1 : 0
}
