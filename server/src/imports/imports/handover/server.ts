import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import * as v from 'valibot'
import type { Database } from '../../../platform/db/database.ts'
import type { ImportCountsData } from '../../../platform/db/tables.ts'
import { runApart } from '../apart/run.ts'
import type { ImportLine } from '../line.ts'
import type { RejectedRecord } from '../machine.ts'
import { buildReport } from '../report.ts'
import { requireBrand } from '../require-brand.ts'
import { whyStopped } from '../why-stopped.ts'
import type { KeepOriginals } from '../x12/originals.ts'
import { handOverAddress } from './address.ts'
import { type HandedJob, Job, readMessages, tell } from './messages.ts'

const progressMs = 200

export interface HandOver {
  /** Accepts no more imports, and ends the current one after its batch. */
  stop(): Promise<void>
}

interface HandOverParts {
  readonly database: Database
  readonly brands: ReadonlySet<string>
  readonly memoryMb?: number
  readonly keep?: KeepOriginals | null
  readonly dataDir: string
  readonly line: ImportLine
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/**
 * Accepts imports from the command while this server holds the embedded database, whose folder no second process can open. Anyone who may
 * open the socket can have it read whatever the server can read, so only the folder's owner may.
 */
export async function startHandOver(parts: HandOverParts): Promise<HandOver> {
  const { dataDir, logger } = parts
  const stopping = new AbortController()
  const address = handOverAddress(dataDir)
  const running = new Set<Promise<void>>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const one = serve(parts, socket, stopping.signal)
      .catch((err: unknown) => logger.warn({ err }, 'An import from the command line has failed.'))
      .finally(() => {
        socket.end()
        running.delete(one)
      })
    running.add(one)
  })
  // The folder belongs to this server: a socket in it is left over from a dead process.
  if (process.platform !== 'win32') rmSync(address, { force: true })
  try {
    await listen(() => server.listen(address), server)
  } catch (err) {
    // For example, the path is too long for a socket. Serving pages matters more, so the server keeps running.
    logger.warn({ err }, 'Imports from the command line cannot run in this server: stop it before you import.')
  }
  return {
    stop: async () => {
      stopping.abort()
      server.close()
      await Promise.all(running)
    },
  }
}

async function serve(parts: HandOverParts, socket: Socket, stopping: AbortSignal): Promise<void> {
  const leaving = new AbortController()
  socket.on('error', () => leaving.abort())
  socket.on('close', () => leaving.abort())
  const messages = readMessages(socket)
  const first = await messages.next()
  if (first.done === true) return
  const job = v.parse(Job, first.value)
  // Any further message, or the end of messages, means that the run should stop.
  void messages.next().then(
    () => leaving.abort(),
    () => leaving.abort(),
  )
  try {
    requireBrand(job.brand, parts.brands)
    const people = new Set<string>()
    const signal = AbortSignal.any([stopping, leaving.signal])
    const counts = await parts.line.wait(() => take(parts, job, people, socket, signal))
    await tell(socket, { say: 'done', counts, report: await buildReport(parts.database.read, job, people) })
  } catch (error) {
    await tell(socket, { say: 'stopped', why: whyStopped(error) })
  }
}

/** Runs an import that the command handed over, and reports its progress. */
async function take(
  parts: HandOverParts,
  job: HandedJob,
  people: Set<string>,
  socket: Socket,
  signal: AbortSignal,
): Promise<ImportCountsData> {
  let bytes = 0
  let counts: ImportCountsData | null = null
  const progress = setInterval(() => void tell(socket, { say: 'progress', bytes, counts }), progressMs)
  try {
    const reports = {
      bytes: (more: number) => {
        bytes += more
      },
      progress: (now: ImportCountsData) => {
        counts = now
      },
      reject: (rejected: RejectedRecord) => tell(socket, { say: 'rejected', rejected }),
      ...(job.report && { person: (id: string) => void people.add(id) }),
    }
    return await runApart(parts, job, reports, { signal })
  } finally {
    clearInterval(progress)
  }
}

/** Listens on a socket that only its owner can open, from its first moment. */
function listen(begin: () => void, server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.once('listening', done)
    const before = process.umask(0o177)
    try {
      begin()
    } finally {
      process.umask(before)
    }
  })
}
