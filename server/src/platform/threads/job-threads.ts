import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { CallError } from '../http/call-error.ts'
import { createSemaphore } from '../semaphore.ts'

export interface JobThreads<Job, Made = Uint8Array> {
  /** Does a job in another thread, and returns what it made. Throws UNAVAILABLE if that takes too much time or memory. */
  make(job: Job): Promise<Made>
  close(): Promise<void>
}

const longestMs = 60_000
const memoryMb = 256
/** How long a thread waits for another job: starting one takes longer than most jobs. */
const idleMs = 60_000

/** Does jobs in threads that run a module of `serveJobs`, at most `max` at a time; others wait for their turn. */
export function createJobThreads<Job, Made = Uint8Array>(module: URL, max: number): JobThreads<Job, Made> {
  const run = createSemaphore(max)
  const idle: { readonly thread: Worker; readonly ending: NodeJS.Timeout }[] = []
  const all = new Set<Worker>()

  return {
    make: (job) => run(() => makeInThread(job)),
    close: async () => {
      for (const { ending } of idle.splice(0)) clearTimeout(ending)
      await Promise.all([...all].map(end))
    },
  }

  async function makeInThread(job: Job): Promise<Made> {
    const thread = take() ?? start()
    try {
      thread.postMessage(job)
      const [made] = (await once(thread, 'message', { signal: AbortSignal.timeout(longestMs) })) as [Made]
      keep(thread)
      return made
    } catch {
      await end(thread)
      throw new CallError('UNAVAILABLE', { retryAfterS: 60 })
    }
  }

  function take(): Worker | undefined {
    const free = idle.pop()
    clearTimeout(free?.ending)
    return free?.thread
  }

  function start(): Worker {
    const thread = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: memoryMb }, env: {}, execArgv: [] })
    // An idle thread does not keep the process running.
    thread.unref()
    // If a thread dies on its own, its caller is notified elsewhere.
    thread.on('error', () => {})
    all.add(thread)
    return thread
  }

  function keep(thread: Worker): void {
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
