import type { FastifyBaseLogger } from 'fastify'
import { type Job, startJob } from '../../platform/job.ts'
import type { Scans } from './scans.ts'
import type { Sweep } from './sweep.ts'

/** Checks the scanner, scans waiting files and cleans up, every `everyMs`, alongside requests; any number of servers may run it at once. */
export function startAttachmentWorker(options: {
  readonly scans: Scans | null
  readonly sweep: Sweep
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
  readonly everyMs: number
}): Job {
  const { scans, sweep, logger, everyMs } = options
  const job = startJob({
    run: async (signal) => {
      try {
        await scans?.check()
        await sweep.all(new Date())
        while (!signal.aborted && (await scans?.next(new Date()))) {}
      } catch (error) {
        // If this server stops during a scan, the next server repeats it.
        if (!signal.aborted) throw error
      }
    },
    firstMs: everyMs,
    everyMs,
    logger,
    failed: 'attachments could not be scanned or cleaned up, tried again soon',
  })
  return {
    stop: async () => {
      const stopped = job.stop()
      scans?.stop()
      await stopped
    },
  }
}
