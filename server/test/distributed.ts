import pg from 'pg'
import { type Cluster, startCluster } from '../../tools/postgres.ts'

/** A database over three PostgreSQL servers with Citus. */
export interface Distributed {
  /** The address of the coordinator's database, which has no tables yet. */
  readonly url: string
  close(): Promise<void>
}

/** `bin`: the folder of the programs of a PostgreSQL that has Citus. */
export async function startDistributed(bin: string): Promise<Distributed> {
  const more = [
    'shared_preload_libraries=citus',
    'wal_level=logical',
    'citus.shard_count=4',
    'citus.node_conninfo=sslmode=disable',
  ]
  const servers = await Promise.all([1, 2, 3].map(() => startCluster({ durable: false, bin, more })))
  const close = async () => {
    await Promise.all(servers.map((server) => server.stop()))
  }
  try {
    return { url: await join(servers), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Makes a database of all servers; returns the address of the first one's, the coordinator's. */
async function join(servers: readonly Cluster[]): Promise<string> {
  const [url = '', ...workers] = await Promise.all(servers.map((server) => server.database('portico')))
  for (const one of [url, ...workers]) await send(one, 'create extension citus')
  const toPlace = (one: string) => `'127.0.0.1', ${new URL(one).port}`
  await send(url, `select citus_set_coordinator_host(${toPlace(url)})`)
  for (const worker of workers) await send(url, `select citus_add_node(${toPlace(worker)})`)
  return url
}

async function send(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}
