import type { Measured } from './load.ts'
import { median } from './sides.ts'
import { type EngineKind, engines, openStage, type Stage, type Targets } from './stage.ts'
import { table } from './table.ts'
import { measureTiming } from './timing.ts'

/**
 * `load`: load on the portal and on bare baselines, alternating between rounds, so that other load on the machine affects both.
 * `timing`: whether the time of a refused sign-in reveals why it was refused. `node bench/main.ts [postgres|embedded]
 * [load|timing]`; exits with 1 when a goal is missed.
 */
const parts = ['load', 'timing'] as const

const rounds = 9
const roundS = 0.8
/** Seconds before the first round; rare requests take longer until their code is compiled. */
const warmUpS = 1.2

interface Row {
  readonly target: keyof Targets
  readonly name: string
  /** The row of the same group to compute the ratio with. */
  readonly against?: keyof Targets
  /** Lowest allowed ratio on PostgreSQL. */
  readonly goal?: number
  /** Lowest allowed rate on PostgreSQL, on two quiet cores. */
  readonly perSecond?: number
}

interface Group {
  readonly connections: number
  readonly warmUpS?: number
  readonly rows: readonly Row[]
}

const groups: readonly Group[] = [
  {
    connections: 32,
    rows: [
      { target: 'bare', name: 'bare handler' },
      { target: 'bareSession', name: 'bare, session row' },
      { target: 'unread', name: 'unread count (Bearer)', against: 'bareSession', goal: 0.6 },
      { target: 'validate', name: 'validateltpa (cookie)', against: 'bareSession', goal: 0.6 },
    ],
  },
  {
    connections: 32,
    rows: [
      { target: 'bareMessages', name: 'bare, session row + 10 messages' },
      { target: 'messages', name: 'message page of 10', against: 'bareMessages', goal: 0.7 },
    ],
  },
  {
    connections: 32,
    rows: [
      { target: 'bareClaims', name: 'bare, session row + 10 claims + sums' },
      { target: 'claims', name: 'claims page of 10', against: 'bareClaims', goal: 0.7 },
    ],
  },
  {
    connections: 8,
    warmUpS: 6,
    rows: [
      { target: 'bareVerify', name: 'bare, argon2id alone' },
      { target: 'bareSignIn', name: 'bare, account + argon2id + session' },
      { target: 'signIn', name: 'sign-in', against: 'bareSignIn', goal: 0.9 },
    ],
  },
  {
    connections: 32,
    rows: [
      { target: 'signInPage', name: 'page /login/, anonymous', perSecond: 1500 },
      { target: 'bareRender', name: 'bare, React alone rendering the next one' },
      { target: 'landingPage', name: 'page /mbr/, signed in', against: 'bareRender', perSecond: 200 },
    ],
  },
]

/** Reads at a steady pace while sign-ins take all the CPU they can get. */
const busy = { signIns: 8, readers: 10, readsPerSecond: 100, rounds: 5, seconds: 1.6, maxP99Ms: 60 }

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
    for (const group of groups) lines.push(...(await measureGroup(stage, group, engine)))
    const heading = ['', 'req/s', 'p50 ms', 'p99 ms', 'bytes', 'ratio', 'goal']
    console.log(`\n${engine}\n${table([heading, ...lines])}`)
    await measureBusy(stage, engine)
  } finally {
    await stage.close()
  }
}

async function measureGroup(stage: Stage, group: Group, engine: EngineKind): Promise<string[][]> {
  const { connections, rows } = group
  const results = new Map<string, Measured[]>(rows.map(({ target }) => [target, []]))
  const measure = (row: Row, seconds: number) =>
    stage.measure({ target: stage.targets[row.target], connections, seconds })
  for (const row of rows) await measure(row, group.warmUpS ?? warmUpS)
  for (let round = 0; round < rounds; round++) {
    for (const row of rows) results.get(row.target)?.push(await measure(row, roundS))
  }
  return rows.map((row) => {
    const own = results.get(row.target) ?? []
    const base = row.against && results.get(row.against)
    // The ratio of neighboring rounds first, then the median: a slow phase of the machine affects both.
    const ratio = base && median(own.map(({ perSecond }, round) => perSecond / (base[round]?.perSecond ?? Number.NaN)))
    const goal = engine === 'postgres' ? row.goal : undefined
    if (ratio !== undefined && goal !== undefined && ratio < goal) {
      missed.push(`${engine}: ${row.name} ${ratio.toFixed(2)}, goal ${goal.toFixed(2)}`)
    }
    const rate = median(own.map(({ perSecond }) => perSecond))
    const least = engine === 'postgres' ? row.perSecond : undefined
    if (least !== undefined && rate < least) missed.push(`${engine}: ${row.name} ${rate.toFixed(0)}/s, goal ${least}/s`)
    return [
      row.name,
      rate.toFixed(0),
      median(own.map(({ p50Ms }) => p50Ms)).toFixed(1),
      median(own.map(({ p99Ms }) => p99Ms)).toFixed(1),
      String(own[0]?.bytes ?? ''),
      ratio?.toFixed(2) ?? '',
      goal?.toFixed(2) ?? (least === undefined ? '' : `${least}/s`),
    ]
  })
}

async function measureBusy({ measure, targets }: Stage, engine: EngineKind): Promise<void> {
  const { signIns, readers, readsPerSecond, seconds, maxP99Ms } = busy
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
  const p99 = median(reads.map(({ p99Ms }) => p99Ms))
  console.log(
    `  ${readsPerSecond} unread counts/s among ${perSecond} sign-ins/s: p50 ${p50} ms, p99 ${p99.toFixed(1)} ms (goal ${maxP99Ms})`,
  )
  if (p99 > maxP99Ms) missed.push(`${engine}: unread count among sign-ins, p99 ${p99.toFixed(1)} ms, goal ${maxP99Ms}`)
}
