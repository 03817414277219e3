import type { FastifyBaseLogger } from 'fastify'
import { type Job, startJob } from '../../platform/job.ts'
import { leaseDueRequests } from './request-store.ts'
import { handOver, type UtilizationParts } from './settle.ts'
import type { UtilizationPort } from './utilization-port.ts'

interface Parts extends UtilizationParts {
  readonly port: UtilizationPort
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
}

const [atOnce, everyMs] = [5, 3_000]
/** Lease of a request for one attempt; if its process dies, another attempt follows afterward. */
export const leaseMs = 60_000

/** Sends requests that the utilization system did not accept at once, until it has them; any number of servers may do this. */
export function startSubmitting(parts: Parts): Job {
  return startJob({
    run: async (signal) => {
      while (!signal.aborted && (await submitDue(parts, new Date())) === atOnce);
    },
    firstMs: everyMs,
    everyMs,
    logger: parts.logger,
    failed: 'requests for approval could not be handed over, tried again soon',
  })
}

/** Sends due requests; returns their number. */
export async function submitDue(parts: Parts, now: Date): Promise<number> {
  const leaseUntil = new Date(now.getTime() + leaseMs)
  const due = await leaseDueRequests(parts.database.read, { now, leaseUntil, max: atOnce })
  await Promise.all(due.map((request) => handOver(parts, request, now)))
  return due.length
}
