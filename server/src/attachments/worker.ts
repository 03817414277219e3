import type { FastifyBaseLogger } from 'fastify'
import type { Scans } from './scans.ts'
import type { Sweep } from './sweep.ts'

export interface AttachmentWorker {
  stop(): Promise<void>
}

/** Scans what waits for it and cleans up, every `everyMs`, beside the requests; any number of servers may do it at once. */
export function startAttachmentWorker(options: {
  readonly scans: Scans | null
  readonly sweep: Sweep
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
  readonly everyMs: number
}): AttachmentWorker {
  const { scans, sweep, logger, everyMs } = options
  let stopped = false
  let running = Promise.resolve()
  let timer = next()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      scans?.stop()
      await running
    },
  }

  function next(): NodeJS.Timeout {
    return setTimeout(() => {
      running = round().then(() => {
        if (!stopped) timer = next()
      })
    }, everyMs).unref()
  }

  async function round(): Promise<void> {
    try {
      await sweep.all(new Date())
      while (!stopped && (await scans?.next(new Date()))) {
        // On to the next one.
      }
    } catch (err) {
      if (!stopped) logger.warn({ err }, 'attachments were not looked after, tried again soon')
    }
  }
}
