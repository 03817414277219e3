import { rmSync } from 'node:fs'
import { createDatabase } from '../../../platform/db/database.ts'
import { openPostgres } from '../../../platform/db/engine.ts'
import type { ImportCountsData } from '../../../platform/db/tables.ts'
import { runJob } from '../job.ts'
import { openRejects, type RejectsFile } from '../rejects.ts'
import { type Ask, borrowEngine } from './borrowed.ts'
import { type Begin, type FromImport, type Question, type ToImport, toError, toToldError } from './messages.ts'

/** Runs one import of the server in this process, so that reading a file never delays a page. */

const progressMs = 200
const stopping = new AbortController()
const waiting = new Map<number, { finish(value: unknown): void; fail(error: Error): void }>()
let mark: string | null = null
let asked = 0

process.on('message', (message: ToImport) => {
  if (message.say === 'begin') void begin(message.begin)
  else if (message.say === 'stop') stopping.abort()
  else {
    const one = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error === undefined) one?.finish(message.value)
    else one?.fail(toError(message.error))
  }
})
// The server has ended, or has all its results.
process.on('disconnect', () => {
  if (mark !== null) rmSync(mark, { force: true })
  process.exit()
})
// A terminal interrupts the server and all its processes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())

function tell(message: FromImport): void {
  if (process.connected) process.send?.(message)
}

const ask: Ask = (what, value) =>
  new Promise((done, fail) => {
    const id = ++asked
    waiting.set(id, { finish: done, fail })
    tell({ say: 'ask', id, question: { what, value } as Question })
  })

async function begin(work: Begin): Promise<void> {
  mark = work.mark
  try {
    tell({ say: 'done', counts: await take(work) })
  } catch (error) {
    tell({ say: 'failed', error: toToldError(error) })
  }
}

async function take({ job, brands, url, rejects: path, people, keep }: Begin): Promise<ImportCountsData> {
  const database = createDatabase(url === null ? borrowEngine(ask) : openPostgres({ url, poolSize: 2 }))
  let rejects: RejectsFile | null = null
  let [bytes, counts]: [number, ImportCountsData | null] = [0, null]
  let ids: string[] = []
  const tellProgress = () => {
    if (ids.length > 0) tell({ say: 'people', ids })
    ids = []
    tell({ say: 'progress', bytes, counts })
  }
  const progress = setInterval(tellProgress, progressMs)
  const reports = {
    bytes: (more: number) => {
      bytes += more
    },
    progress: (now: ImportCountsData) => {
      counts = { ...now }
    },
    keep,
    ...(people && { person: (id: string) => void ids.push(id) }),
    reject: async (rejected: Parameters<RejectsFile['write']>[0]) => {
      if (path === null) await ask('reject', rejected)
      else {
        rejects ??= openRejects(path, job.kind)
        await rejects.write(rejected)
      }
    },
  }
  try {
    return await runJob(database, new Set(brands), job, reports, stopping.signal).finally(() => rejects?.close())
  } finally {
    clearInterval(progress)
    tellProgress()
    await database.close()
  }
}
