import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Compilable,
  CompiledQuery,
  Kysely,
  type LogEvent,
  PostgresDialect,
  type RawBuilder,
  sql,
  type Transaction,
  type TransactionBuilder,
} from 'kysely'
import type pg from 'pg'
import { findStatementListener, nameStatement } from '../telemetry/statements.ts'
import { createConnecting } from './connecting.ts'
import type { Engine } from './engine.ts'
import type { Signals } from './signals.ts'
import type { Tables } from './tables.ts'
import { isReadOnly } from './unavailable.ts'

/** A transaction. Store functions that write take this type, so that they cannot be given the pool. */
export type Tx = Transaction<Tables>

/** Anything that can read: the pool or a transaction. */
export type Reader = Kysely<Tables>

/** A statement of a hot path; `Row` is the shape of its rows. */
export interface Statement<Row> {
  /** The name under which each connection keeps its plan; undefined: planned each time. */
  readonly name: string | undefined
  readonly text: string
  /** Only carries the type. */
  readonly row?: Row
}

/** The name under which each connection keeps the plan of a text, also within transactions. */
const planNames = new Map<string, string>()
const maxPlans = 500

export function statement<Row>(name: string | undefined, text: string): Statement<Row> {
  if (name !== undefined) planNames.set(text, name)
  return { name, text }
}

/**
 * Executes a query of a hot path; each connection keeps its plan. The query's text must never vary, and must name the columns that it
 * reads: with `select *`, a new column would change the kept plan's result.
 */
export async function executeKept<Row>(db: Reader, query: Compilable<Row>): Promise<Row[]> {
  const compiled = query.compile()
  if (!planNames.has(compiled.sql) && planNames.size < maxPlans) planNames.set(compiled.sql, `kept-${planNames.size}`)
  return (await db.executeQuery(compiled)).rows
}

/** A statement that takes its values by name. */
export interface NamedStatement<Row, Values> extends Statement<Row> {
  bindValues(values: Values): unknown[]
}

const valueName = /(?<!:):([a-z]\w*)/gi

/** Makes a statement from a text with named values, e.g. `:loginId`. */
export function createStatement<Row, Values extends object>(
  name: string | undefined,
  text: string,
): NamedStatement<Row, Values> {
  const names: string[] = []
  const numbered = text.replace(valueName, (_, value: string) => {
    if (!names.includes(value)) names.push(value)
    return `$${names.indexOf(value) + 1}`
  })
  return {
    ...statement<Row>(name, numbered),
    bindValues: (values) => names.map((value) => (values as Readonly<Record<string, unknown>>)[value]),
  }
}

/** A text with named values, for use within a query. */
export function withValues<Row>(text: string, values: Readonly<Record<string, unknown>>): RawBuilder<Row> {
  const pieces = text.split(valueName)
  const strings = pieces.filter((_, at) => at % 2 === 0)
  const given = pieces.filter((_, at) => at % 2 === 1).map((name) => values[name])
  return sql<Row>(Object.assign(strings, { raw: strings }), ...given)
}

export interface PoolUse {
  readonly open: number
  readonly idle: number
  /** Number of requests that wait for a connection. */
  readonly waiting: number
}

/** Access to the database, the same on both engines. */
export interface Database {
  readonly kind: Engine['kind']
  readonly url: Engine['url']
  readonly read: Reader
  /** Signals of committed transactions, on this instance and others. */
  readonly signals: Signals
  /** Current use of the connections. */
  pool(): PoolUse
  /** Runs `work` in one transaction; it commits when `work` resolves and rolls back when it rejects. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same, but every read is as of one moment, whatever others commit meanwhile. */
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A read-only snapshot; call it through the audit log's `readAudited`. */
  readOnly<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs `work` on a separate connection, outside the pool and its timeouts: for schema changes. */
  apart<T>(work: (db: Kysely<unknown>) => Promise<T>): Promise<T>
  /** Runs a prepared statement outside our transactions. */
  run<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<readonly Row[]>
  /** Lends a connection to code that manages its own statements and transactions, such as a child process. */
  lend(): Promise<LentConnection>
  close(): Promise<void>
}

export interface LentConnection {
  query(
    text: string,
    values: readonly unknown[],
  ): Promise<{ readonly command: string; readonly rowCount: number | null; readonly rows: readonly unknown[] }>
  /** Returns the connection; `discard` closes it. */
  release(discard?: boolean): void
}

const inTransaction = new AsyncLocalStorage<true>()

/**
 * Wraps an engine. Asking for another connection inside a transaction throws at once: with a single connection it would wait for itself,
 * with several it would not see what the transaction has written.
 */
export function createDatabase(engine: Engine): Database {
  const guard = () => {
    if (inTransaction.getStore())
      throw new Error('The pool was used inside a transaction: hand on the transaction instead.')
  }
  const either = createConnecting(engine)
  const connect = async () => {
    guard()
    return either()
  }
  const lend = async () => withPlanNames(await connect(), engine.keepsPlans)
  const guardedPool = {
    connect: lend,
    end: () => engine.pool.end(),
  }
  const told = findStatementListener()
  const read = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: guardedPool as unknown as pg.Pool }),
    ...(told && {
      log: ({ query, queryDurationMillis }: LogEvent) => told(nameStatement(query.sql), queryDurationMillis),
    }),
  })
  return {
    kind: engine.kind,
    url: engine.url,
    read,
    signals: engine.signals,
    pool: () => ({ open: engine.pool.totalCount, idle: engine.pool.idleCount, waiting: engine.pool.waitingCount }),
    transaction: (work) => execute(read.transaction(), work),
    snapshot: (work) => execute(read.transaction().setIsolationLevel('repeatable read'), work),
    readOnly: (work) =>
      execute(read.transaction().setIsolationLevel('repeatable read').setAccessMode('read only'), work),
    apart: async (work) => {
      guard()
      const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: engine.openApart() }) })
      try {
        return await db.connection().execute(work)
      } finally {
        await db.destroy()
      }
    },
    run: async <Row>(named: Statement<Row>, values: readonly unknown[]) => {
      // Not `pool.query`: it closes the connection after a failed statement, and the embedded engine has only one.
      const client = await connect()
      const from = told === null ? 0 : performance.now()
      try {
        const result = await client.query({
          name: engine.keepsPlans ? named.name : undefined,
          text: named.text,
          values: values as unknown[],
        })
        client.release()
        told?.(named.name ?? nameStatement(named.text), performance.now() - from)
        return result.rows as Row[]
      } catch (error) {
        client.release(!isOfTheStatement(error))
        throw error
      }
    },
    lend,
    close: () => engine.close(),
  }
}

/**
 * If the connection breaks, the rollback fails, too, and Kysely would throw that error: callers need the one that made the work fail.
 * Asking for another connection meanwhile throws.
 */
async function execute<T>(transaction: TransactionBuilder<Tables>, work: (tx: Tx) => Promise<T>): Promise<T> {
  const failure: { cause?: unknown } = {}
  try {
    return await transaction.execute(async (tx) => {
      try {
        return await inTransaction.run(true, () => work(tx))
      } catch (error) {
        failure.cause = error
        throw error
      }
    })
  } catch (error) {
    throw 'cause' in failure ? failure.cause : error
  }
}

/** A connection for Kysely, which does not support statement names. */
function withPlanNames(client: pg.PoolClient, keepsPlans: boolean): LentConnection {
  let discards = false
  return {
    query: (text, values) =>
      client
        .query({ name: keepsPlans ? planNames.get(text) : undefined, text, values: values as unknown[] })
        .catch((error: unknown) => {
          discards ||= !isOfTheStatement(error)
          throw error
        }),
    release: (discard?: boolean) => client.release(discard || discards),
  }
}

/** Whether the statement failed, not the connection. */
function isOfTheStatement(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR' && !isReadOnly(error)
}

/** Runs a statement of a hot path as part of a transaction. */
export function runIn(db: Reader): Pick<Database, 'run'> {
  return {
    run: async <Row>({ text }: Statement<Row>, values: readonly unknown[]) =>
      (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows,
  }
}
