import { median } from './sides.ts'
import { type EngineKind, engines, type Measured, openStage, type Stage, type Targets } from './stage.ts'
import { table } from './table.ts'
import { measureTiming } from './timing.ts'

/**
 * `load`: load on the portal and on bare baselines, alternating between rounds, so that other load on the machine affects both.
 * `timing`: whether the time of a refused sign-in reveals why it was refused. `node bench/main.ts [postgres|embedded]
 * [load|timing] [group…]`; exits with 1 when a goal is missed.
 */
const parts = ['load', 'timing'] as const

const { BENCH_ROUNDS: roundsAsked = '9' } = process.env
const rounds = Number(roundsAsked)
const roundS = 0.8
/** Seconds before the first round, the same for each row of a group; rare requests take longer until their code is compiled. */
const warmUpS = 2.4

interface Row {
  readonly target: keyof Targets
  readonly name: string
  /** The row of the same group to compute the ratio with. */
  readonly against?: keyof Targets
  /** Lowest allowed ratio on PostgreSQL. */
  readonly goal?: number
}

interface Group {
  readonly connections: number
  readonly warmUpS?: number
  readonly rows: readonly Row[]
}

const groups = {
  session: {
    connections: 32,
    rows: [
      { target: 'bare', name: 'bare handler' },
      { target: 'bareSession', name: 'bare, session row' },
      { target: 'unread', name: 'unread count (Bearer)', against: 'bareSession', goal: 0.7 },
      { target: 'validate', name: 'validateltpa (cookie)', against: 'bareSession', goal: 0.7 },
    ],
  },
  messages: {
    connections: 32,
    rows: [
      { target: 'bareMessages', name: 'bare, session row + 10 messages + audit row' },
      { target: 'messages', name: 'message page of 10', against: 'bareMessages', goal: 0.8 },
    ],
  },
  claims: {
    connections: 32,
    rows: [
      { target: 'bareClaims', name: 'bare, session row + 10 claims + sums + audit row' },
      { target: 'claims', name: 'claims page of 10', against: 'bareClaims', goal: 0.95 },
    ],
  },
  fhir: {
    connections: 32,
    rows: [
      { target: 'bareFhirPage', name: 'bare, token row + 10 texts + audit row' },
      { target: 'fhirPage', name: 'FHIR page of 10 claims', against: 'bareFhirPage', goal: 0.8 },
      { target: 'bareFhirRead', name: 'bare, token row + 1 text + audit row' },
      { target: 'fhirRead', name: 'FHIR read of a claim', against: 'bareFhirRead', goal: 0.85 },
    ],
  },
  signIn: {
    connections: 8,
    warmUpS: 6,
    rows: [
      { target: 'bareVerify', name: 'bare, argon2id alone' },
      { target: 'bareSignIn', name: 'bare, account + argon2id + session' },
      { target: 'signIn', name: 'sign-in', against: 'bareSignIn', goal: 0.95 },
    ],
  },
  pages: {
    connections: 32,
    rows: [
      { target: 'bare', name: 'bare handler' },
      { target: 'signInPage', name: 'page /login/, anonymous', against: 'bare' },
      { target: 'bareRender', name: 'bare, React alone rendering the next one' },
      { target: 'landingPage', name: 'page /mbr/, signed in', against: 'bareRender', goal: 0.45 },
    ],
  },
} as const satisfies Record<string, Group>
const groupNames = [...(Object.keys(groups) as (keyof typeof groups)[]), 'busy'] as const

/** Reads at a steady pace while sign-ins take all the CPU they can get. */
const busy = { signIns: 8, readers: 10, readsPerSecond: 100, rounds: 5, seconds: 1.6 }

const missed: string[] = []
for (const engine of chooseParts(engines)) {
  for (const part of chooseParts(parts)) {
    if (part === 'load') await benchmark(engine)
    else missed.push(...(await measureTiming(engine)))
  }
}
for (const line of missed) console.log(`missed: ${line}`)
process.exit(missed.length === 0 ? 0 : 1)

/** The parts named in the command, or all of them if it names none. */
function chooseParts<Name extends string>(all: readonly Name[]): readonly Name[] {
  const named = all.filter((name) => process.argv.includes(name))
  return named.length > 0 ? named : all
}

async function benchmark(engine: EngineKind): Promise<void> {
  const stage = await openStage(engine)
  try {
    const lines = []
    for (const name of chooseParts(groupNames)) {
      // Apps are registered on PostgreSQL alone.
      if (name === 'fhir' && engine === 'embedded') continue
      if (name === 'busy') await measureBusy(stage)
      else lines.push(...(await measureGroup(stage, groups[name], engine)))
    }
    const heading = ['', 'req/s', 'p50 ms', 'p99 ms', 'bytes', 'server ms', 'database ms', 'work', 'ratio', 'goal']
    console.log(`\n${engine}\n${table([heading, ...lines])}`)
  } finally {
    await stage.close()
  }
}

async function measureGroup(stage: Stage, group: Group, engine: EngineKind): Promise<string[][]> {
  const { connections, rows } = group
  const results = new Map<string, Measured[]>(rows.map(({ target }) => [target, []]))
  const measure = (row: Row, seconds: number) =>
    stage.measure({ target: stage.targets[row.target], connections, seconds })
  for (let half = 0; half < 2; half++) {
    for (const row of rows) await measure(row, (group.warmUpS ?? warmUpS) / 2)
  }
  for (let round = 0; round < rounds; round++) {
    for (const row of rows) results.get(row.target)?.push(await measure(row, roundS))
  }
  return rows.map((row) => {
    const own = results.get(row.target) ?? []
    const base = row.against && results.get(row.against)
    // The ratio of neighboring rounds first, then the median: a slow phase of the machine affects both.
    const ratio = base && median(own.map(({ perSecond }, round) => perSecond / (base[round]?.perSecond ?? Number.NaN)))
    // The same by CPU time, which hardly depends on other load on the machine.
    const work = base && computeWork(base) / computeWork(own)
    const goal = engine === 'postgres' ? row.goal : undefined
    if (ratio !== undefined && goal !== undefined && ratio < goal) {
      missed.push(`${engine}: ${row.name} ${ratio.toFixed(2)}, goal ${goal.toFixed(2)}`)
    }
    return [
      row.name,
      median(own.map(({ perSecond }) => perSecond)).toFixed(0),
      median(own.map(({ p50Ms }) => p50Ms)).toFixed(1),
      median(own.map(({ p99Ms }) => p99Ms)).toFixed(1),
      String(own[0]?.bytes ?? ''),
      median(own.map(({ serverMs }) => serverMs)).toFixed(3),
      median(own.map(({ databaseMs }) => databaseMs)).toFixed(3),
      work?.toFixed(2) ?? '',
      ratio?.toFixed(2) ?? '',
      goal?.toFixed(2) ?? '',
    ]
  })
}

/** CPU time of one request, of server and database together. */
function computeWork(measured: readonly Measured[]): number {
  return median(measured.map(({ serverMs, databaseMs }) => serverMs + databaseMs))
}

async function measureBusy({ measure, targets }: Stage): Promise<void> {
  const { signIns, readers, readsPerSecond, seconds } = busy
  const signedIn: Measured[] = []
  const reads: Measured[] = []
  for (let round = 0; round < busy.rounds; round++) {
    const [bySignIn, byRead] = await Promise.all([
      measure({ target: targets.signIn, connections: signIns, seconds }),
      measure({ target: targets.unread, connections: readers, perSecond: readsPerSecond, seconds }),
    ])
    signedIn.push(bySignIn)
    reads.push(byRead)
  }
  const perSecond = median(signedIn.map((measured) => measured.perSecond)).toFixed(0)
  const p50 = median(reads.map(({ p50Ms }) => p50Ms)).toFixed(1)
  const p99 = median(reads.map(({ p99Ms }) => p99Ms)).toFixed(1)
  console.log(`  ${readsPerSecond} unread counts/s among ${perSecond} sign-ins/s: p50 ${p50} ms, p99 ${p99} ms`)
}
