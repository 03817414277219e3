import { nextEmailTry } from '@portico/rules/email/delivery'
import type { FastifyBaseLogger } from 'fastify'
import { createLetterWriter, type LetterWriter, type WriterParts } from './letter-writer.ts'
import { leaseDueEmails, type OutboxRow, readDepth, removeSettled, settle, tryAgain } from './store.ts'
import { DeliveryError, type EmailTransport } from './transport.ts'

export interface Outbox {
  /** Resolves once the e-mails being handed over are done. */
  stop(): Promise<void>
}

interface OutboxParts extends WriterParts {
  readonly transport: EmailTransport
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** How long an attempt leases an e-mail; if its process is killed, another attempt follows after that. */
  readonly leaseMs?: number
  readonly everyMs?: number
  /** The factor by which tests shorten the pauses between attempts. */
  readonly haste?: number
}

const atOnce = 3
const keptMs = 30 * 24 * 3_600_000
const reportEveryMs = 60_000

/**
 * Hands over waiting e-mails, alongside requests; any number of instances may do it. Each e-mail keeps its Message-ID across all
 * attempts, so that a server or a reader can recognize a duplicate: a duplicate is unavoidable if the process is killed after the
 * server accepted the e-mail and before we recorded it.
 */
export function startOutbox(parts: OutboxParts): Outbox {
  const { database, transport, logger, leaseMs = 5 * 60_000, everyMs = 5_000, haste = 1 } = parts
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let reportedMs = 0
  let running: Promise<void> | null = null
  let again = false

  const writeLetter = createLetterWriter(parts)
  const stopListening = database.signals.on('outbox', { hear: wake, handleMissed: wake })
  wake()
  return {
    stop: async () => {
      stopped = true
      stopListening()
      clearTimeout(timer)
      await running
      transport.close()
    },
  }

  function wake(): void {
    if (stopped) return
    again = true
    running ??= sendAll().finally(() => {
      running = null
      clearTimeout(timer)
      if (!stopped) timer = setTimeout(wake, everyMs).unref()
    })
  }

  async function sendAll(): Promise<void> {
    try {
      while (again && !stopped) {
        again = false
        for (;;) {
          const now = new Date()
          const leaseUntil = new Date(now.getTime() + leaseMs)
          const due = await database.transaction((tx) => leaseDueEmails(tx, { now, leaseUntil, max: atOnce }))
          await Promise.all(due.map((row) => handOver({ database, transport, logger, haste, writeLetter }, row)))
          if (due.length < atOnce || stopped) break
        }
      }
      await report()
    } catch (err) {
      logger.warn({ err }, 'outbox: e-mails could not be sent, tried again soon')
    }
  }

  /** Now and then: logs how many e-mails wait, and removes those settled long ago. */
  async function report(): Promise<void> {
    if (performance.now() - reportedMs < reportEveryMs) return
    reportedMs = performance.now()
    await database.transaction((tx) => removeSettled(tx, new Date(Date.now() - keptMs)))
    const { waiting, dead } = await readDepth(database.read)
    if (waiting + dead > 0) logger.info({ waiting, dead }, 'outbox')
  }
}

interface HandOver extends Pick<OutboxParts, 'database' | 'transport' | 'logger'> {
  readonly haste: number
  readonly writeLetter: LetterWriter
}

/** Sends one e-mail, and records the result. */
async function handOver({ database, transport, logger, haste, writeLetter }: HandOver, row: OutboxRow): Promise<void> {
  const emailId = row.email_id
  const told = { emailId, template: row.template, brand: row.brand, attempts: row.attempts }
  const begun = performance.now()
  try {
    await transport.send(await writeLetter(row))
    await database.transaction((tx) => settle(tx, emailId, { state: 'sent', error: null, now: new Date() }))
    logger.info({ ...told, ms: Math.round(performance.now() - begun) }, 'outbox: e-mail sent')
  } catch (error) {
    const known = error instanceof DeliveryError
    const failure = known ? error.failure : { reply: null, ofTheEmail: false }
    const now = new Date()
    const ageMs = now.getTime() - row.created_at.getTime()
    const pause = nextEmailTry(failure, { attempts: row.attempts, ageMs, chance: Math.random() })
    const code = known ? error.message : 'INTERNAL'
    await database.transaction((tx) =>
      pause === null
        ? settle(tx, emailId, { state: 'dead', error: code, now })
        : tryAgain(tx, emailId, new Date(now.getTime() + pause / haste), code),
    )
    const outcome = pause === null ? 'outbox: e-mail given up' : 'outbox: e-mail not sent, tried again later'
    logger.warn({ ...told, code, ...(!known && { err: error }) }, outcome)
  }
}
