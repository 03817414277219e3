import { calls } from '@portico/contract/calls'
import type pg from 'pg'
import { make } from '../server/test/call.ts'
import type { Answer, Client } from '../server/test/client.ts'
import { startCluster } from '../tools/postgres.ts'
import { explain, findWords, readList, readUnread, type Work } from './explain.ts'
import { fillMailboxes } from './mailboxes.ts'
import { goal, measureTimes, openSide, type Side, type Size } from './sides.ts'
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

const rounds = 200

/** The owner of the large mailbox, and of an ordinary one. */
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
  const small = await openMailboxes('small')
  const big = await openMailboxes('big')
  try {
    process.exitCode = (await compare(small, big)) ? 0 : 1
  } finally {
    await small.stop()
    await big.stop()
  }
} finally {
  await cluster.stop()
}

function openMailboxes(size: Size) {
  const [largeLogin, ordinaryLogin] = [people.large, people.ordinary]
  const fill = (database: pg.Client) => fillMailboxes(database, { ...sizes[size], largeLogin, ordinaryLogin })
  return openSide(cluster, { size, of: 'messages', rows: sizes[size].total, fill, people })
}

/** Prints the results; true if every goal is met. */
async function compare(small: Side<Person>, big: Side<Person>): Promise<boolean> {
  const lines: string[][] = []
  const missed: Measure[] = []
  for (const measure of measures) {
    const { small: first, big: last } = await measureTimes([small, big], measure.person, { ...measure, rounds })
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
