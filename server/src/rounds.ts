import type { FastifyBaseLogger } from 'fastify'

export interface Rounds {
  /** Begins no further round; one that runs is waited for. */
  stop(): Promise<void>
}

/**
 * Does work beside the requests, again and again: the first time after `firstMs`, then `everyMs` after the last one
 * ended. A round that fails is logged and tried again the next time.
 */
export function startRounds(options: {
  readonly round: (signal: AbortSignal) => Promise<void>
  readonly firstMs: number
  readonly everyMs: number
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
  /** The log line of a round that failed. */
  readonly failed: string
}): Rounds {
  const { round, firstMs, everyMs, logger, failed } = options
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
      running = round(stopping.signal)
        .catch((err: unknown) => logger.warn({ err }, failed))
        .then(() => {
          if (!stopping.signal.aborted) timer = after(everyMs)
        })
    }, ms).unref()
  }
}
