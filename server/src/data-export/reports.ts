import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Language } from '@portico/contract/page'
import { CallError } from '../http/call-error.ts'
import type { PersonData } from './store.ts'

export interface ReportJob {
  readonly data: PersonData
  readonly language: Language
  readonly brandName: string
  /** PNG. */
  readonly logo: Uint8Array
  readonly now: Date
}

export interface Reports {
  /** A person's data as a PDF, made in a thread of its own. Throws UNAVAILABLE where that takes too long or too much memory. */
  make(job: ReportJob): Promise<Uint8Array>
}

const threads = 2
const longestMs = 60_000
const memoryMb = 256

export function createReports(): Reports {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    make: async (job) => {
      if (running < threads) running += 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await makeInThread(job)
      } finally {
        // Whoever waits takes over the place.
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}

async function makeInThread(job: ReportJob): Promise<Uint8Array> {
  const thread = new Worker(new URL('./report-thread.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    env: {},
    execArgv: [],
  })
  try {
    const [bytes] = (await once(thread, 'message', { signal: AbortSignal.timeout(longestMs) })) as [Uint8Array]
    return bytes
  } catch {
    throw new CallError('UNAVAILABLE', { retryAfterS: 60 })
  } finally {
    await thread.terminate()
  }
}
