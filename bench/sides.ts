import pg from 'pg'
import { type Answer, type Client, memberClient } from '../server/test/client.ts'
import type { startCluster } from '../tools/postgres.ts'
import { startServer } from './server.ts'

/** The highest allowed ratio of the time in the big database to that in the small one. */
export const goal = 1.5
const warmUp = 40

export type Size = 'small' | 'big'

/** A server with its own database, and with people who are signed in. */
export interface Side<Person extends string> {
  readonly size: Size
  readonly url: string
  readonly pid: number
  readonly clients: Readonly<Record<Person, Client>>
  stop(): Promise<void>
}

/** Starts a server and then fills its database. */
export async function openSide<Person extends string>(
  cluster: Awaited<ReturnType<typeof startCluster>>,
  side: {
    readonly size: Size
    /** Fills the database that has this name. */
    readonly of: string
    readonly rows: number
    readonly fill: (database: pg.Client) => Promise<void>
    /** Login IDs. */
    readonly people: Readonly<Record<Person, string>>
  },
): Promise<Side<Person>> {
  const url = await cluster.database(`${side.of}_${side.size}`)
  const environment = { ACCESS_TOKEN_S: '3600' }
  const { origin, pid, stop } = await startServer({
    script: 'server/src/main.mjs',
    readyPath: '/health/ready',
    databaseUrl: url,
    environment,
  })
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  const began = performance.now()
  await side.fill(database)
  console.log(`${side.rows} ${side.of} written in ${Math.round((performance.now() - began) / 1000)} s`)
  await database.end()
  const clients = {} as Record<Person, Client>
  for (const person of Object.keys(side.people) as Person[])
    clients[person] = await memberClient(origin, side.people[person])
  return { size: side.size, url, pid, clients, stop }
}

/** The median times of a call on both sides, which take turns, so that other load on the machine affects both. */
export async function measureTimes<Person extends string>(
  sides: readonly Side<Person>[],
  person: Person,
  {
    name,
    ask,
    rounds,
  }: { readonly name: string; readonly ask: (client: Client, size: Size) => Promise<Answer>; readonly rounds: number },
): Promise<Record<Size, number>> {
  const times: Record<Size, number[]> = { small: [], big: [] }
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const { size, clients } of sides) {
      const began = performance.now()
      const { status } = await ask(clients[person], size)
      if (status !== 200) throw new Error(`${name} answered ${status}.`)
      if (round >= 0) times[size].push(performance.now() - began)
    }
  }
  return { small: median(times.small), big: median(times.big) }
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
