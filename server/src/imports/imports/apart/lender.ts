import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, LentConnection } from '../../../platform/db/database.ts'
import type { LentQuery } from './messages.ts'

/** The database connections that this process lends to the process of an import. */
export interface Lender {
  connect(): Promise<number>
  query(query: LentQuery): ReturnType<LentConnection['query']>
  release(connection: number, discard: boolean): void
  /** Waits for running statements, takes all connections back, and rolls back whatever is not committed. */
  close(): Promise<void>
}

/**
 * How many checks in a row, a millisecond apart, must find the connection free before an import gets it: a page makes several statements.
 */
const freeLooks = 3
/** How many checks a transaction of an import waits for at most: then it proceeds, however busy the server is. */
const mostLooks = 50

/**
 * Lends the embedded database to an import, statement by statement. Pages come first: the import begins its next transaction when nobody
 * has waited for the only connection for a moment.
 */
export function createLender(database: Database): Lender {
  const lent = new Map<number, LentConnection>()
  let last = 0
  return {
    connect: async () => {
      await quiet(database)
      const connection = await database.lend()
      lent.set(++last, connection)
      return last
    },
    query: ({ connection, text, values }) => get(connection).query(text, values),
    release: (connection, discard) => {
      get(connection).release(discard)
      lent.delete(connection)
    },
    close: async () => {
      for (const one of lent.values()) {
        const isLost = await one.query('rollback', []).then(
          () => false,
          () => true,
        )
        one.release(isLost)
      }
      lent.clear()
    },
  }

  function get(connection: number): LentConnection {
    const found = lent.get(connection)
    if (found === undefined) throw new Error('An import used a connection that it had given back.')
    return found
  }
}

/** Waits until nobody has waited for the connection for a moment. */
async function quiet(database: Database): Promise<void> {
  let free = 0
  for (let looks = 0; looks < mostLooks && free < freeLooks; looks++) {
    await sleep(1)
    const { open, idle, waiting } = database.pool()
    free = waiting === 0 && idle === open ? free + 1 : 0
  }
}
