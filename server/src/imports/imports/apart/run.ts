import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import type { Database } from '../../../platform/db/database.ts'
import type { ImportCountsData } from '../../../platform/db/tables.ts'
import type { ImportJob, JobReports } from '../job.ts'
import type { KeepOriginals } from '../x12/originals.ts'
import { createLender, type Lender } from './lender.ts'
import { type Begin, type FromImport, type Question, type ToImport, toError, toToldError } from './messages.ts'

/** The process of an import ended without a result: it was killed, or ran out of memory. */
export class ImportKilled extends Error {
  constructor(how: string, memoryMb: number) {
    super(`its process was killed (${how}), as happens if it needs more memory than IMPORT_MEMORY_MB (${memoryMb})`)
  }
}

export interface ApartParts {
  readonly database: Database
  readonly brands: ReadonlySet<string>
  /** The memory limit for an import's data; `IMPORT_MEMORY_MB`. */
  readonly memoryMb?: number
  readonly keep?: KeepOriginals | null
}

const defaultMemoryMb = 1024
const compiled = join(resolve(import.meta.dirname, '../../../../..'), '.cache/compiled')

/**
 * Runs a job in its own process, so that no file takes processor time or memory from the people whom the server serves. On PostgreSQL, the
 * process has its own connections; with the embedded database, it sends its statements here. Throws ImportKilled.
 */
export async function runApart(
  { database, brands, memoryMb = defaultMemoryMb, keep = null }: ApartParts,
  job: ImportJob,
  reports: JobReports,
  { signal, rejects = null, mark = null }: { readonly signal: AbortSignal } & Partial<Pick<Begin, 'rejects' | 'mark'>>,
): Promise<ImportCountsData> {
  const lender = createLender(database)
  const child = fork(new URL('./process.ts', import.meta.url), {
    serialization: 'advanced',
    // By default, V8 lets the heap grow to several times the live data to collect less often; an import should stay small instead.
    execArgv: [`--max-old-space-size=${memoryMb}`, '--heap-growing-percent=60'],
    // Its output is for developers; errors arrive as messages.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  })
  const exited = once(child, 'exit')
  // The server's requests have priority; not every operating system supports priorities.
  if (child.pid !== undefined) {
    try {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {}
  }
  const stop = () => send(child, { say: 'stop' })
  signal.addEventListener('abort', stop)
  try {
    const people = reports.person !== undefined
    const shared = { ...job, isShared: database.url === null }
    const begin = { job: shared, brands: [...brands], url: database.url, rejects, mark, people, keep }
    send(child, { say: 'begin', begin })
    if (signal.aborted) stop()
    return await waitForEnd(child, { lender, reports, memoryMb })
  } finally {
    signal.removeEventListener('abort', stop)
    if (child.connected) child.disconnect()
    await exited
    await lender.close()
  }
}

function send(child: ChildProcess, message: ToImport): void {
  // If the process has ended, its exit event says so.
  if (child.connected) child.send(message, () => undefined)
}

function waitForEnd(
  child: ChildProcess,
  { lender, reports, memoryMb }: { readonly lender: Lender; readonly reports: JobReports; readonly memoryMb: number },
): Promise<ImportCountsData> {
  let bytes = 0
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.once('exit', (code, signal) => fail(new ImportKilled(signal ?? `exit ${code}`, memoryMb)))
    child.on('message', (message: FromImport) => {
      if (message.say === 'ask') void answer(message.id, message.question)
      else if (message.say === 'done') done(message.counts)
      else if (message.say === 'failed') fail(toError(message.error))
      else if (message.say === 'people') for (const id of message.ids) reports.person?.(id)
      else {
        reports.bytes(message.bytes - bytes)
        bytes = message.bytes
        if (message.counts !== null) reports.progress(message.counts)
      }
    })
  })

  async function answer(id: number, question: Question): Promise<void> {
    try {
      send(child, { say: 'answer', id, value: await answerTo(question) })
    } catch (error) {
      send(child, { say: 'answer', id, error: toToldError(error) })
    }
  }

  async function answerTo({ what, value }: Question): Promise<unknown> {
    if (what === 'reject') return reports.reject(value)
    if (what === 'connect') return lender.connect()
    if (what === 'release') return lender.release(value.connection, value.discard)
    const { command, rowCount, rows } = await lender.query(value)
    return { command, rowCount, rows }
  }
}
