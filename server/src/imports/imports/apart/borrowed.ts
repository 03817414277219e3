import type pg from 'pg'
import type { LentConnection } from '../../../platform/db/database.ts'
import type { Engine } from '../../../platform/db/engine.ts'
import { SignalHub } from '../../../platform/db/signals.ts'
import type { Questions } from './messages.ts'

export type Ask = <What extends keyof Questions>(what: What, value: Questions[What]) => Promise<unknown>

/** The server's embedded database: this process sends the server each statement. */
export function borrowEngine(ask: Ask): Engine {
  const pool = {
    connect: async () => {
      const connection = (await ask('connect', null)) as number
      return {
        query: ({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) =>
          ask('query', { connection, text, values }) as ReturnType<LentConnection['query']>,
        release: (discard = false) => void ask('release', { connection, discard }),
      }
    },
    end: async () => undefined,
    totalCount: 1,
    idleCount: 0,
    waitingCount: 0,
  }
  return {
    kind: 'embedded',
    url: null,
    pool: pool as unknown as pg.Pool,
    connect: pool.connect as unknown as () => Promise<pg.PoolClient>,
    // The lending server names the statements.
    connectToStandby: null,
    keepsPlans: false,
    signals: new SignalHub(),
    openApart: () => pool as unknown as pg.Pool,
    close: async () => undefined,
  }
}
