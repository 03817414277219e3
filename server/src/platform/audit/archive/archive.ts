import type { FastifyBaseLogger } from 'fastify'
import type { DataKey } from '../../data-key.ts'
import { hourMs } from '../../day.ts'
import type { Database } from '../../db/database.ts'
import { type Job, startJob } from '../../job.ts'
import type { Shelf } from '../../storage/shelf.ts'
import { readPlaces, type SealedEvent } from '../seal-store.ts'
import { digestFile, followChain, writeSegment } from './segment.ts'
import { findArchived, findForwarded, listOutdated, noteRemoved, takeAway } from './store.ts'

export interface ArchiveSettings {
  /** Number of whole months after which events leave the database. */
  readonly afterMonths: number
  /** Total number of years that events are kept; null: forever. */
  readonly keptYears: number | null
}

interface Parts {
  readonly database: Database
  readonly shelf: Shelf
  readonly dataKey: Pick<DataKey, 'sign'>
  readonly settings: ArchiveSettings
}

/** Small enough that writing the file and deleting the events from the table takes only a moment. */
const segmentSize = 20_000

/** The chain in the table does not match its seals: nothing of it is archived, so that all of it can still be examined. */
export class ChainBrokenError extends Error {}

/** The signature's context. */
export const archiveContext = 'portico audit archive'

/**
 * Archives the next segment of the chain if its month ended long enough ago, and returns whether there may be more. A segment never spans
 * two months. Its events leave the table after its file is written and read back, in the transaction that records where the file is. Any
 * number of servers may try at once.
 */
export async function archiveNext({ database, shelf, dataKey, settings }: Parts, now: Date, max = segmentSize) {
  const before = await findArchived(database.read)
  const found = await readPlaces(database.read, { from: before.seq + 1, max })
  const events = takeMonth(found, startOfMonth(now, settings.afterMonths))
  const [first, last] = [events[0], events.at(-1)]
  if (first === undefined || last === undefined) return false
  const forwarded = await findForwarded(database.read)
  if (forwarded !== null && forwarded < last.seq) return false
  if (followChain(before, events) === null)
    throw new ChainBrokenError(
      `The audit log from ${first.seq} to ${last.seq} is not what was sealed: npm run audit:verify`,
    )
  const file = await writeSegment(events)
  const name = `audit/${toDate(first).toISOString().slice(0, 7)}/${String(first.seq).padStart(15, '0')}.ndjson.gz`
  await shelf.write(name, file)
  if (!(await shelf.read(name))?.equals(file)) throw new Error('What was put into the archive is not what is read.')
  return takeAway(database, {
    first_seq: first.seq,
    last_seq: last.seq,
    last_hash: last.hash,
    last_at: toDate(last),
    object_name: name,
    sha256: digestFile(file),
    ...toColumns(dataKey.sign(file, archiveContext)),
    archived_at: now,
    removed_at: null,
  })
}

/** Removes files whose retention has ended; the chain continues from the hash of their last event. */
export async function removeOutdated({ database, shelf, settings }: Parts, now: Date): Promise<void> {
  if (settings.keptYears === null) return
  const before = new Date(now)
  before.setUTCFullYear(now.getUTCFullYear() - settings.keptYears)
  const outdated = await database.transaction((tx) => listOutdated(tx, before))
  for (const { first_seq, object_name } of outdated) {
    await shelf.remove(object_name)
    await database.transaction((tx) => noteRemoved(tx, first_seq, now))
  }
}

/** Archives old events once an hour, beginning five minutes after the start. */
export function startArchiving(parts: Parts & { readonly logger: Pick<FastifyBaseLogger, 'warn'> }): Job {
  return startJob({
    run: async (signal) => {
      while (!signal.aborted && (await archiveNext(parts, new Date())));
      await removeOutdated(parts, new Date())
    },
    firstMs: 5 * 60_000,
    everyMs: hourMs,
    logger: parts.logger,
    failed: 'audit log: old events could not be put into the archive, tried again in an hour',
  })
}

/** The beginning of the month that lies `monthsAgo` months back. */
function startOfMonth(now: Date, monthsAgo: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1))
}

/** The leading events that share one month; none if the first is not old enough. */
function takeMonth(events: readonly SealedEvent[], before: Date): readonly SealedEvent[] {
  const month = (event: SealedEvent) => toDate(event).toISOString().slice(0, 7)
  const [first] = events
  if (first === undefined || toDate(first) >= before) return []
  const end = events.findIndex((event) => month(event) !== month(first))
  return end === -1 ? events : events.slice(0, end)
}

function toDate({ event }: SealedEvent): Date {
  return new Date(Number(event.at) * 1000)
}

function toColumns({ publicKey, signature }: ReturnType<DataKey['sign']>) {
  return { public_key: publicKey, signature }
}
