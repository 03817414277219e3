import { calls } from '@portico/contract/calls'
import pg from 'pg'
import { make } from '../server/test/call.ts'
import { type Answer, type Client, memberClient } from '../server/test/client.ts'
import { startCluster } from '../tools/postgres.ts'
import { explain, findWords, readList, readUnread, type Work } from './explain.ts'
import { fillMailboxes } from './mailboxes.ts'
import { startServer } from './server.ts'
import { table } from './table.ts'

/**
 * Whether mailboxes are as fast among a million messages as among a thousand (MC-2): two databases and two servers side by side,
 * called in turns. `node bench/growth.ts`, with PostgreSQL; exits with 1 when a goal is missed, and then prints the plan of the
 * statement.
 */
const sizes = {
  small: { total: 1_000, large: 100, ordinary: 40 },
  big: { total: 1_000_000, large: 10_000, ordinary: 40 },
} as const
type Size = keyof typeof sizes

/** The highest allowed ratio to the time in the small database. */
const goal = 1.5
const warmUp = 40
const rounds = 200

/** The owner of the large mailbox, and one of an ordinary one. */
const people = { large: 'MEMBER02', ordinary: 'MEMBER01' } as const
type Person = keyof typeof people

interface Measure {
  readonly name: string
  readonly person: Person
  readonly ask: (client: Client, size: Size) => Promise<Answer>
  /** The same in the big database, to show its plans. */
  readonly work: Work
}

const list = (client: Client, query: Readonly<Record<string, string>>) => make(client, calls.listMessages, { query })
/** Half of the messages are in the inbox. */
const lastPage = (size: Size) => String(Math.floor(sizes[size].large / 2 / 10))
const search = (text: string) => (client: Client) => make(client, calls.searchMessages, { body: { search: text } })

const ofAnybody = (['ordinary', 'large'] as const).flatMap((person): readonly Measure[] => [
  { name: 'unread count', person, ask: (client) => make(client, calls.countUnread, {}), work: readUnread },
  { name: 'list, first page', person, ask: (client) => list(client, {}), work: readList({}) },
  {
    name: 'list by subject',
    person,
    work: readList({ sort: 'subject' }),
    ask: (client) => list(client, { sort: 'subject', order: 'asc' }),
  },
  { name: 'search, a rare word', person, ask: search('heron'), work: findWords('heron') },
  { name: 'search, a common word', person, ask: search('claim'), work: findWords('claim') },
])
const measures: readonly Measure[] = [
  ...ofAnybody,
  {
    name: 'list, last page',
    person: 'large',
    work: readList({ offset: sizes.big.large / 2 - 10 }),
    ask: (client, size) => list(client, { page: lastPage(size) }),
  },
]

const cluster = await startCluster()
try {
  const small = await openSide('small')
  const big = await openSide('big')
  try {
    process.exitCode = (await compare(small, big)) ? 0 : 1
  } finally {
    await small.stop()
    await big.stop()
  }
} finally {
  await cluster.stop()
}

async function openSide(size: Size) {
  const url = await cluster.database(`growth_${size}`)
  const environment = { ACCESS_TOKEN_S: '3600' }
  const server = await startServer({
    script: 'server/src/main.mjs',
    readyPath: '/health/ready',
    databaseUrl: url,
    environment,
  })
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  const began = performance.now()
  await fillMailboxes(database, { ...sizes[size], largeLogin: people.large, ordinaryLogin: people.ordinary })
  console.log(`${sizes[size].total} messages written in ${Math.round((performance.now() - began) / 1000)} s`)
  await database.end()
  return {
    size,
    url,
    clients: {
      large: await memberClient(server.origin, people.large),
      ordinary: await memberClient(server.origin, people.ordinary),
    },
    stop: server.stop,
  }
}

type Side = Awaited<ReturnType<typeof openSide>>

/** Prints the results; true if every goal is met. */
async function compare(small: Side, big: Side): Promise<boolean> {
  const lines: string[][] = []
  const missed: Measure[] = []
  for (const measure of measures) {
    const before = await timesOf(measure, small, big)
    const [first, last] = [median(before.small), median(before.big)]
    if (last / first > goal) missed.push(measure)
    lines.push([`${measure.name} (${measure.person})`, first.toFixed(2), last.toFixed(2), (last / first).toFixed(2)])
  }
  console.log(`\n${table([['', '1,000: ms', '1,000,000: ms', `ratio (goal ${goal})`], ...lines])}`)
  for (const { name, person, work } of missed) {
    console.log(`\nmissed: ${name} (${person})`)
    console.log(await explain(big.url, people[person], work))
  }
  return missed.length === 0
}

/** Taking turns, so that other load on the machine affects both. */
async function timesOf(
  { person, ask, name }: Measure,
  ...sides: readonly [Side, Side]
): Promise<Record<Size, number[]>> {
  const times: Record<Size, number[]> = { small: [], big: [] }
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const { size, clients } of sides) {
      const began = performance.now()
      const { status } = await ask(clients[person], size)
      if (status !== 200) throw new Error(`${name} answered ${status}.`)
      if (round >= 0) times[size].push(performance.now() - began)
    }
  }
  return times
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
