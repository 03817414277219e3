import type { FastifyBaseLogger } from 'fastify'
import type { Database } from './db/database.ts'

export interface Job {
  /** Starts no further round, and waits for the current one. */
  stop(): Promise<void>
}

/** Dependencies of jobs that work on the database. */
export interface JobParts {
  readonly database: Database
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Repeats work alongside requests: first after `firstMs`, then `everyMs` after the end of each round. A failed round is logged; the next
 * one tries again.
 */
export function startJob(options: {
  readonly run: (signal: AbortSignal) => Promise<void>
  readonly firstMs: number
  readonly everyMs: number
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
  /** The log line for a failed round. */
  readonly failed: string
}): Job {
  const { run, firstMs, everyMs, logger, failed } = options
  const stopping = new AbortController()
  let running = Promise.resolve()
  let timer = after(firstMs)
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }

  function after(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      running = run(stopping.signal)
        .catch((err: unknown) => logger.warn({ err }, failed))
        .then(() => {
          if (!stopping.signal.aborted) timer = after(everyMs)
        })
    }, ms).unref()
  }
}
