import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { CallError } from '../http/call-error.ts'
import type { FileAnswer } from '../http/file-answer.ts'
import { createSemaphore } from '../semaphore.ts'

export interface PdfMaker<Job> {
  /** Makes a document in another thread. Throws UNAVAILABLE if that takes too much time or memory. */
  make(job: Job): Promise<Uint8Array>
  close(): Promise<void>
}

/** A document as the answer to a call. */
export function pdfFile(name: string, bytes: Uint8Array): FileAnswer {
  return { name, type: 'application/pdf', size: bytes.length, inline: false, content: inOnePart() }

  async function* inOnePart() {
    yield bytes
  }
}

const longestMs = 60_000
const memoryMb = 256
/** How long a thread waits for another job: starting one takes longer than making most documents. */
const idleMs = 60_000

/** Makes documents in threads that run a module of `serveDocuments`, at most `max` at a time; others wait for their turn. */
export function createPdfMaker<Job>(module: URL, max: number): PdfMaker<Job> {
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

  async function makeInThread(job: Job): Promise<Uint8Array> {
    const thread = take() ?? start()
    try {
      thread.postMessage(job)
      const [made] = (await once(thread, 'message', { signal: AbortSignal.timeout(longestMs) })) as [Uint8Array]
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
