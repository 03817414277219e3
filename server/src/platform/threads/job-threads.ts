import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { CallError } from '../http/call-error.ts'
import { createSemaphore } from '../semaphore.ts'

export interface JobThreads<Job, Made = Uint8Array> {
  /**
   * Does a job in another thread, and returns what it made. Throws the error of its bounds (by default, UNAVAILABLE) if that fails, takes
   * too much time or memory, or too many jobs wait.
   */
  make(job: Job): Promise<Made>
  close(): Promise<void>
}

export interface Bounds {
  /** The most time of a job. */
  readonly longestMs: number
  /** The most memory for the data of a job. */
  readonly memoryMb: number
  /** The most jobs that wait for their turn; left out: whoever asks limits them. */
  readonly mostWaiting?: number
  /** What is thrown instead of the error that ended a job. */
  readonly toError: (error: unknown) => unknown
}

/** For jobs that somebody waits for. */
export const ofCalls: Bounds = {
  longestMs: 60_000,
  memoryMb: 256,
  toError: () => new CallError('UNAVAILABLE', { retryAfterS: 60 }),
}
/** How long a thread waits for another job: starting one takes longer than most jobs. */
const idleMs = 60_000

/** Does jobs in threads that run a module of `serveJobs`, at most `max` at a time; others wait for their turn. */
export function createJobThreads<Job, Made = Uint8Array>(
  module: URL,
  max: number,
  { longestMs, memoryMb, mostWaiting = Number.POSITIVE_INFINITY, toError }: Bounds = ofCalls,
): JobThreads<Job, Made> {
  const run = createSemaphore(max)
  let asked = 0
  const idle: { readonly thread: Worker; readonly ending: NodeJS.Timeout }[] = []
  const all = new Set<Worker>()

  return {
    make: async (job) => {
      if (asked >= max + mostWaiting) throw toError(new Error('Too many jobs wait.'))
      asked += 1
      try {
        return await run(() => makeInThread(job))
      } finally {
        asked -= 1
      }
    },
    close: async () => {
      for (const { ending } of idle.splice(0)) clearTimeout(ending)
      await Promise.all([...all].map(end))
    },
  }

  async function makeInThread(job: Job): Promise<Made> {
    const thread = take() ?? start()
    const ended = new AbortController()
    const abort = () => ended.abort()
    thread.once('exit', abort)
    try {
      thread.postMessage(job)
      const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(longestMs)])
      const [made] = (await once(thread, 'message', { signal })) as [Made]
      thread.off('exit', abort)
      keep(thread)
      return made
    } catch (error) {
      await end(thread)
      throw toError(error)
    }
  }

  function take(): Worker | undefined {
    const free = idle.pop()
    clearTimeout(free?.ending)
    free?.thread.ref()
    return free?.thread
  }

  function start(): Worker {
    const thread = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: memoryMb }, env: {}, execArgv: [] })
    // If a thread dies on its own, its caller is notified elsewhere.
    thread.on('error', () => {})
    all.add(thread)
    return thread
  }

  function keep(thread: Worker): void {
    // An idle thread does not keep the process running.
    thread.unref()
    const ending = setTimeout(() => {
      idle.splice(
        idle.findIndex((one) => one.thread === thread),
        1,
      )
      void end(thread)
    }, idleMs)
    idle.push({ thread, ending: ending.unref() })
  }

  async function end(thread: Worker): Promise<void> {
    all.delete(thread)
    await thread.terminate()
  }
}
