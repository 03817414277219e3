import { join } from 'node:path'
import { readDemoData } from '../server/src/demo/demo/data.ts'
import { demoPassword } from '../server/src/demo/demo/load.ts'
import { basic, Client } from '../server/test/client.ts'
import { startCluster } from '../tools/postgres.ts'
import { evenCalls } from './even-calls.ts'
import { root, startServer } from './server.ts'
import type { EngineKind } from './stage.ts'
import { table } from './table.ts'

/** Different kinds of attempts take turns, each from its own address, so that no limit is reached along the way. */
export interface Series {
  readonly name: string
  /** The status that every attempt gets. */
  readonly status: number
  readonly rounds: number
  readonly kinds: readonly Kind[]
}

interface Kind {
  readonly name: string
  attempt(client: Client, round: number, headers: Record<string, string>): Promise<{ readonly status: number }>
}

/** Rounds before the ones that count. */
const warmUp = 10

/** The locked account of the demo. */
const lockedLogin = 'LOCKED01'

/**
 * For pairs of attempts, one of each kind: the share in which the first took longer (Mann-Whitney's U), which is a half if time reveals
 * nothing. This is the allowed distance from a half. With 300 attempts each, chance alone accounts for 0.024, with 95 for 0.042.
 */
const maxStray = 0.1

/** Prints the results and returns the kinds that can be told apart. */
export async function measureTiming(engine: EngineKind): Promise<string[]> {
  const cluster = engine === 'postgres' ? await startCluster() : null
  const server = await startServer({
    script: 'server/src/main.mjs',
    readyPath: '/health/ready',
    databaseUrl: await cluster?.database('portico_timing'),
    environment: { TRUST_PROXY: '1' },
  })
  try {
    const demo = readDemoData(join(root, 'demo'))
    const told = compare(engine, await measure(server.origin, buildRefusedSignIns(demo)))
    for (const group of evenCalls(demo)) {
      const measured = await Promise.all(group.map((series) => measure(server.origin, series)))
      told.push(...measured.flatMap((one) => compare(engine, one)))
    }
    return told
  } finally {
    await server.stop()
    await cluster?.stop()
  }
}

/**
 * Whether the time of a refused sign-in reveals why it was refused (SI-13): an unknown login ID, a wrong password, and a locked
 * login ID with a wrong and with the right password.
 */
function buildRefusedSignIns({ members, accounts }: ReturnType<typeof readDemoData>): Series {
  const known = [...members, ...accounts].map(({ loginId }) => loginId).filter((loginId) => loginId !== lockedLogin)
  const wrong = 'Not-the-one-1'
  const kind = (name: string, credentials: (round: number) => readonly [string, string]): Kind => ({
    name,
    attempt: (client, round, headers) =>
      client.send('POST', '/rbsmbl/x-services/userauth/v1/login', {
        payload: {},
        headers: { ...headers, authorization: basic(...credentials(round)) },
      }),
  })
  return {
    name: 'refused sign-ins',
    status: 401,
    rounds: 300,
    kinds: [
      kind('unknown', (round) => [`NO${String(round).padStart(6, '0')}`, wrong]),
      // A different one each round, so that none gets close to being locked.
      kind('wrong password', (round) => [known[round % known.length] ?? '', wrong]),
      kind('locked, wrong password', () => [lockedLogin, wrong]),
      kind('locked, right password', () => [lockedLogin, demoPassword]),
    ],
  }
}

interface Timed {
  readonly series: Series
  /** Milliseconds of each attempt, by kind. */
  readonly times: ReadonlyMap<string, readonly number[]>
}

let from = 0

async function measure(origin: string, series: Series): Promise<Timed> {
  const { kinds, rounds, status } = series
  const client = new Client(origin)
  const times = new Map<string, number[]>(kinds.map(({ name }) => [name, []]))
  for (let round = 0; round < warmUp + rounds; round++) {
    // Each round starts with a different kind: the order must not matter either.
    for (let turn = 0; turn < kinds.length; turn++) {
      const kind = kinds[(round + turn) % kinds.length]
      if (kind === undefined) continue
      from++
      const headers = { 'x-forwarded-for': `10.${from >> 16}.${(from >> 8) & 255}.${from & 255}` }
      const start = performance.now()
      const answer = await kind.attempt(client, round, headers)
      const took = performance.now() - start
      if (answer.status !== status) throw new Error(`${series.name} (${kind.name}) answered ${answer.status}.`)
      if (round >= warmUp) times.get(kind.name)?.push(took)
    }
  }
  return { series, times }
}

function compare(engine: EngineKind, { series, times }: Timed): string[] {
  const names = [...times.keys()]
  const lines = names.map((name) => {
    const own = [...(times.get(name) ?? [])].sort((a, b) => a - b)
    const at = (share: number) => (own[Math.floor(own.length * share)] ?? Number.NaN).toFixed(2)
    return [name, at(0.1), at(0.5), at(0.9)]
  })
  console.log(`\n${engine}, ${series.name}\n${table([['', 'p10 ms', 'p50 ms', 'p90 ms'], ...lines])}`)
  const told: string[] = []
  for (const [index, one] of names.entries()) {
    for (const other of names.slice(index + 1)) {
      const slower = shareSlower(times.get(one) ?? [], times.get(other) ?? [])
      console.log(`  ${one} slower than ${other}: ${slower.toFixed(3)} (goal 0.5 ± ${maxStray})`)
      if (Math.abs(slower - 0.5) > maxStray)
        told.push(`${engine}: ${series.name}, time tells ${one} from ${other}, ${slower.toFixed(3)}`)
    }
  }
  return told
}

/** The share of all pairs in which the first is greater; ties count half. */
function shareSlower(ones: readonly number[], others: readonly number[]): number {
  let greater = 0
  for (const one of ones) for (const other of others) greater += one > other ? 1 : one === other ? 0.5 : 0
  return greater / (ones.length * others.length)
}
