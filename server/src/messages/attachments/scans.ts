import type { Database } from '../../platform/db/database.ts'
import type { AttachmentStorage } from '../../platform/storage/storage.ts'
import { auditOwn, storageKey } from './owner.ts'
import type { Scanner, ScanVerdict } from './scanner.ts'
import * as store from './store.ts'
import type { Sweep } from './sweep.ts'

/** `none`: no scanner is configured; `down`: it did not answer the last check. */
export type ScannerState = 'ready' | 'none' | 'down'

/** Scans of stored files. Nobody gets a file before `clean` is recorded. */
export interface Scans {
  /** When another server may take over a file being scanned now, if this server is gone by then. */
  leaseUntil(now: Date): Date
  /** Scans stored bytes without recording anything. Throws without a verdict. */
  scan(row: store.AttachmentKey): Promise<ScanVerdict>
  /** Scans a file in state `scanning` and stores the verdict; null: no verdict yet. */
  settle(row: store.Attachment): Promise<'clean' | 'refused' | null>
  /** Scans the next file that is due; false if there is none, or the scanner does not answer. */
  next(now: Date): Promise<boolean>
  /** Checks that the scanner is reachable. */
  check(): Promise<void>
  /** The result of the last check. */
  state(): ScannerState
  stop(): void
}

/** Pauses after a scan without a verdict, in ms: the first and the longest; each pause doubles. */
const firstPauseMs = 1_000
const longestPauseMs = 60_000

export function createScans(parts: {
  readonly database: Database
  readonly storage: AttachmentStorage
  readonly scanner: Scanner
  readonly sweep: Sweep
  readonly timeoutMs: number
  warn(error: unknown): void
}): Scans {
  const { database, storage, scanner, sweep, timeoutMs, warn } = parts
  const stopped = new AbortController()
  let state: ScannerState = 'ready'
  const scan = (row: store.AttachmentKey) => scanner.scan(storage.read(storageKey(row)), stopped.signal)
  const leaseUntil = (now: Date) => new Date(now.getTime() + timeoutMs + 10_000)

  async function settle(row: store.Attachment): Promise<'clean' | 'refused' | null> {
    const verdict = await scan(row).catch(async (error: unknown) => {
      if (!stopped.signal.aborted) await postpone(row, error)
      return null
    })
    if (verdict === null) return null
    const now = new Date()
    const found = verdict === 'clean' ? 'clean' : 'refused'
    await database.transaction(async (tx) => {
      const refusal = verdict === 'infected' ? ('ATTACHMENT-VIRUS' as const) : ('ATTACHMENT-TYPE' as const)
      const to = { state: found, refusal: found === 'refused' ? refusal : null, scan_at: null } as const
      const outcome = found === 'clean' ? 'done' : 'refused'
      if (await store.change(tx, row, ['scanning'], to))
        await auditOwn(tx, [row], { action: 'attachment.scan', outcome }, now)
      await store.scanAllNow(tx, now)
    })
    if (found === 'refused') await sweep.one(row)
    return found
  }

  async function postpone(row: store.Attachment, error: unknown): Promise<void> {
    warn(error)
    const pause = Math.min(firstPauseMs * 2 ** row.scan_attempts, longestPauseMs)
    await database.transaction((tx) => store.change(tx, row, ['scanning'], { scan_at: new Date(Date.now() + pause) }))
  }

  return {
    leaseUntil,
    scan,
    settle,
    next: async (now) => {
      const row = await database.transaction((tx) => store.leaseScan(tx, { now, leaseUntil: leaseUntil(now) }))
      return row !== undefined && (await settle(row)) !== null
    },
    check: async () => {
      state = (await scanner.answers(stopped.signal)) ? 'ready' : 'down'
    },
    state: () => state,
    stop: () => stopped.abort(),
  }
}
