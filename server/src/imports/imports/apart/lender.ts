import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, LentConnection } from '../../../platform/db/database.ts'
import type { LentQuery } from './messages.ts'

/** The connections of this process that an import beside it uses. */
export interface Lender {
  connect(): Promise<number>
  query(query: LentQuery): ReturnType<LentConnection['query']>
  release(connection: number, discard: boolean): void
  /** Takes all back once their statements have ended, and undoes what was not committed. */
  close(): Promise<void>
}

/** How many looks, a millisecond apart, find the connection free before an import may have it: a page makes several statements. */
const freeLooks = 3
/** How many looks a transaction of an import waits for: it goes on after that, however much there is to serve. */
const mostLooks = 50

/**
 * Lends the embedded database to an import, statement by statement. Whoever waits for a page comes first: the import begins its next
 * transaction when no one has wanted the one connection for a moment.
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

/** Waits until no one has wanted the connection for a moment. */
async function quiet(database: Database): Promise<void> {
  let free = 0
  for (let looks = 0; looks < mostLooks && free < freeLooks; looks++) {
    await sleep(1)
    const { open, idle, waiting } = database.pool()
    free = waiting === 0 && idle === open ? free + 1 : 0
  }
}
