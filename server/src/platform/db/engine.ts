import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Address, type Clients, connectToAny, createClients, readAddress } from './address.ts'
import { inOneGo } from './in-one-go.ts'
import { createListener } from './listener.ts'
import { lockFolder } from './lock.ts'
import { copyPrepared } from './prepared.ts'
import { SignalHub, type Signals, signalChannel } from './signals.ts'

/** The part of a pool that a single separate connection needs. */
interface ApartPool extends Pick<pg.Pool, 'end' | 'options'> {
  connect(): Promise<pg.PoolClient>
}

/** A pool of connections and how to close it. `pg` speaks to both engines, so nothing above knows which one it is. */
export interface Engine {
  readonly kind: 'embedded' | 'postgres'
  /** Address for other processes; null: only this process can open it. */
  readonly url: string | null
  /** Only for inspection and events; get connections from `connect`. */
  readonly pool: pg.Pool
  connect(): Promise<pg.PoolClient>
  /** Connects to a read-only copy, which may lag a moment behind; null: there is none. */
  readonly connectToStandby: (() => Promise<pg.PoolClient>) | null
  /** Whether a connection keeps a named statement's plan; through some poolers it does not. */
  readonly keepsPlans: boolean
  readonly signals: Signals
  /** Opens a pool of one separate connection without timeouts; on the embedded engine it is the only connection. */
  openApart(): ApartPool
  close(): Promise<void>
}

// 64-bit integers (counts) become numbers: ours stay far below 2^53. Dates stay text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)

/**
 * Statements carry personal data: PostgreSQL must not write them to its own log when they fail or are slow. Our log says what went wrong.
 * The first two settings need a privilege that the operator grants (docs/operations.md).
 */
const keepOutOfLog = `
  select set_config(name, wanted, false)
  from (values ('log_min_messages', 'log'), ('log_parameter_max_length', '0'), ('log_parameter_max_length_on_error', '0'))
    as quiet (name, wanted) join pg_settings using (name)
  where context = 'user' or has_parameter_privilege(name, 'set')`

const statementTimeoutMs = 10_000
/** How long a request waits for a connection before it is told to retry. */
const waitMs = 5_000

/** Longer than the server lets a statement run: after that, the server has vanished. */
const silenceMs = 15_000

/** A PostgreSQL server, version 15 or later, or several of which one is writable. */
export function openPostgres(options: {
  readonly url: string
  /** Address for direct connections, for listening and schema changes; by default the same. */
  readonly ownUrl?: string | undefined
  /** A standby for reads that it may serve while the primary is unavailable. */
  readonly readUrl?: string | undefined
  readonly poolSize: number
  readonly connectionWaitMs?: number
}): Engine {
  const address = toAddress(options.url)
  const ownAddress = toAddress(options.ownUrl ?? options.url)
  const [shared, own] = [createClients(address), createClients(ownAddress)]
  const open = (Client: Clients, isShared: boolean, limits: pg.PoolConfig) =>
    surviveBreaks(
      new pg.Pool({
        Client,
        connectionTimeoutMillis: options.connectionWaitMs ?? waitMs,
        idleTimeoutMillis: 30_000,
        keepAlive: true,
        onConnect: async (client) => {
          await (client as InstanceType<Clients>).check()
          if (!isShared) await client.query(keepOutOfLog)
        },
        ...limits,
      } as pg.PoolConfig),
    )
  const isShared = address.pooler !== 'none'
  const pool = open(shared, isShared, {
    max: options.poolSize,
    // A pooler refuses these as connection parameters: there they are settings of the database user (docs/operations.md).
    ...(!isShared && {
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs,
    }),
    query_timeout: silenceMs,
    application_name: 'portico',
  })
  const listener = createListener(own)
  const standby = options.readUrl === undefined ? null : openStandby(options.readUrl, options)
  return {
    kind: 'postgres',
    url: options.url,
    pool,
    connect: () => connectToAny(address, () => pool.connect()),
    connectToStandby: standby && (() => standby.connect()),
    keepsPlans: address.pooler !== 'transaction',
    signals: listener.signals,
    openApart: () => {
      const apart = open(own, false, { max: 1, application_name: 'portico migrations' })
      const connect = () => connectToAny(ownAddress, () => apart.connect())
      return { connect, options: apart.options, end: () => apart.end() }
    },
    close: async () => {
      await listener.close()
      await pool.end()
      await standby?.end()
    },
  }
}

/** A pool that stays empty while the primary answers. It is read-only, even after its server has become the primary. */
function openStandby(url: string, { poolSize, connectionWaitMs = waitMs }: Parameters<typeof openPostgres>[0]) {
  const address = { ...toAddress(url), mustWrite: false }
  const isShared = address.pooler !== 'none'
  const pool = surviveBreaks(
    new pg.Pool({
      Client: createClients(address),
      max: poolSize,
      connectionTimeoutMillis: connectionWaitMs,
      idleTimeoutMillis: 30_000,
      query_timeout: silenceMs,
      application_name: 'portico reads',
      ...(!isShared && {
        statement_timeout: statementTimeoutMs,
        idle_in_transaction_session_timeout: statementTimeoutMs,
      }),
      onConnect: async (client: pg.ClientBase) => {
        if (isShared) return
        await client.query(keepOutOfLog)
        await client.query('set session characteristics as transaction read only')
      },
    } as unknown as pg.PoolConfig),
  )
  return { connect: () => connectToAny(address, () => pool.connect()), end: () => pool.end() }
}

function toAddress(url: string): Address {
  const address = readAddress(url)
  if (address === null) throw new Error('The address of the database cannot be read.')
  return address
}

/** The engine's default of 128 MB would all be this process's memory; with less, the operating system's file cache serves the rest. */
const sharedBuffers = 'shared_buffers=32MB'

/**
 * PostgreSQL inside this process, with its files under `dataDir/db` and a single connection. A second process on the same folder would
 * silently lose rows, hence the lock. Throws FolderInUseError.
 */
export async function openEmbedded(options: {
  readonly dataDir: string
  readonly connectionWaitMs?: number
  /** A folder to copy if there is no database yet; may be missing. */
  readonly prepared?: string | undefined
  /** True by default. Without it a machine crash may lose a commit; only for tests that do not crash. */
  readonly durable?: boolean
  /** Called with a message for the operator if the folder is gone; by default the process prints it and ends. */
  readonly onLost?: (message: string) => void
}): Promise<Engine> {
  const release = await lockFolder(options.dataDir, { onLost: options.onLost })
  try {
    const { PGlite } = await import('@electric-sql/pglite')
    const { createPgConfig } = await import('@electric-sql/pglite/node-postgres')
    const { btree_gist } = await import('@electric-sql/pglite/contrib/btree_gist')
    const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm')
    const folder = join(options.dataDir, 'db')
    if (options.prepared !== undefined) copyPrepared(options.prepared, folder)
    mkdirSync(folder, { recursive: true })
    // -F would turn off flushing the log; open_datasync flushes at each commit, so that commits survive kill -9 and power cuts.
    const { durable = true } = options
    const startParams = PGlite.defaultStartParams.filter((parameter) => !durable || parameter !== '-F')
    const settings = ['wal_sync_method=open_datasync', sharedBuffers].flatMap((setting) => ['-c', setting])
    const extensions = { btree_gist, pg_trgm }
    const embedded = new PGlite(folder, { startParams: [...startParams, ...settings], extensions })
    await embedded.waitReady
    const config = createPgConfig(inOneGo(embedded)) as unknown as pg.PoolConfig
    const signals = new SignalHub()
    const pool = surviveBreaks(
      new pg.Pool(
        Object.assign(config, {
          max: 1,
          connectionTimeoutMillis: options.connectionWaitMs ?? waitMs,
          idleTimeoutMillis: 0,
          // The single connection also receives the notifications of its own transactions.
          onConnect: async (client: pg.ClientBase) => {
            client.on('error', () => undefined)
            client.on('notification', ({ payload }) => signals.take(payload ?? ''))
            await client.query(`listen ${signalChannel}`)
          },
        }),
      ),
    )
    return {
      kind: 'embedded',
      url: null,
      pool,
      connect: () => pool.connect(),
      connectToStandby: null,
      keepsPlans: true,
      signals,
      openApart: () => ({ connect: () => pool.connect(), end: async () => undefined }) as ApartPool,
      close: async () => {
        await pool.end()
        await embedded.close()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

/** The pool replaces a broken connection; without a listener the error of an idle one would end the process. */
function surviveBreaks(pool: pg.Pool): pg.Pool {
  pool.on('error', () => undefined)
  return pool
}
