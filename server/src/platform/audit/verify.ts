import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import type { Shelf } from '../storage/shelf.ts'
import { findArchived } from './archive/store.ts'
import { verifyArchive } from './archive/verify.ts'
import { type Anchor, chainHash, chainStart, selectChained } from './chain.ts'

/**
 * Where the log differs from what was sealed. `changed`: the event's columns, or the hash before it, are not the ones that were hashed.
 * `missing`: a place without an event. `misplaced`: two events share a place, or one lies before the first.
 */
export type Break =
  | { readonly kind: 'changed' | 'misplaced'; readonly seq: number; readonly eventId: string }
  | { readonly kind: 'missing'; readonly from: number; readonly to: number }
  | { readonly kind: 'anchor-differs' | 'anchor-gone'; readonly seq: number }
  | { readonly kind: 'file-gone' | 'file-changed'; readonly seq: number; readonly file: string }

export interface Verification {
  readonly sealed: number
  /** How many of them are in files of the archive, and how many of those were not read. */
  readonly archived: { readonly count: number; readonly unread: number }
  readonly head: Anchor | null
  /** In the order of the chain; empty if the log is whole. Lists at most `maxBreaks`. */
  readonly breaks: readonly Break[]
  readonly unsealed: { readonly count: number; readonly oldest: Date | null }
}

const maxBreaks = 20

/** Walks the chain from its start. `anchors` are heads that were recorded earlier: the log must still hold each. */
export async function verifyChain(
  db: Reader,
  {
    anchors = [],
    batchSize = 2_000,
    shelf = null,
  }: {
    readonly anchors?: readonly Anchor[]
    readonly batchSize?: number
    /** Where the archive is (OP-7); null: its files are not read, and the chain is followed from where it ends. */
    readonly shelf?: Shelf | null
  } = {},
): Promise<Verification> {
  const breaks: Break[] = []
  const open = new Map(anchors.map((anchor) => [anchor.seq, anchor.hash]))
  const archive = await verifyArchive(db, shelf, open)
  breaks.push(...archive.breaks)
  let head: Anchor | null = archive.head
  let sealed = archive.count
  let last = { seq: Number.MIN_SAFE_INTEGER, eventId: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const rows = await selectChained(db)
      .select(['seq', 'hash'])
      .where('seq', '>=', last.seq)
      .where(sql<boolean>`(seq, audit_event.event_id) > (${last.seq}, ${last.eventId}::uuid)`)
      .orderBy('seq')
      .orderBy('audit_event.event_id')
      .limit(batchSize)
      .execute()
    for (const { seq, hash, ...event } of rows) {
      const eventId = event.event_id ?? ''
      const place = { seq: seq ?? 0, hash: hash ?? Buffer.alloc(0) }
      const expected: number = (head?.seq ?? 0) + 1
      last = { seq: place.seq, eventId }
      sealed += 1
      if (place.seq < expected) {
        breaks.push({ kind: 'misplaced', ...last })
        continue
      }
      if (place.seq > expected) breaks.push({ kind: 'missing', from: expected, to: place.seq - 1 })
      else if (!chainHash(head?.hash ?? chainStart, place.seq, event).equals(place.hash))
        breaks.push({ kind: 'changed', ...last })
      const anchor = open.get(place.seq)
      if (anchor && !anchor.equals(place.hash)) breaks.push({ kind: 'anchor-differs', seq: place.seq })
      open.delete(place.seq)
      head = place
    }
    if (rows.length < batchSize) break
  }
  for (const seq of open.keys()) breaks.push({ kind: 'anchor-gone', seq })
  const { count, unread } = archive
  return {
    sealed,
    archived: { count, unread },
    head,
    breaks: breaks.slice(0, maxBreaks),
    unsealed: await countUnsealed(db),
  }
}

/**
 * Walks the next part of the chain, after a place that was checked before (0: from the start). `broken` is the first place where the log
 * differs from what was sealed; `head` and `at` are the last intact place, and when its event was written.
 */
export async function verifyNext(
  db: Reader,
  { after: asked, max }: { readonly after: number; readonly max: number },
): Promise<{
  readonly head: number
  readonly at: Date | null
  readonly broken: number | null
  readonly ended: boolean
  readonly unsealed: Verification['unsealed']
}> {
  // What is in the archive is for the command to read.
  const archived = await findArchived(db)
  const after = Math.max(asked, archived.seq)
  const rows = await selectChained(db)
    .select(['seq', 'hash'])
    .where('seq', '>=', after)
    .orderBy('seq')
    .orderBy('audit_event.event_id')
    .limit(max + 1)
    .execute()
  const unsealed = await countUnsealed(db)
  let place = { seq: after, hash: archived.hash, at: null as Date | null }
  if (after !== archived.seq) {
    const first = rows.shift()
    if (first?.seq !== after || !first.hash) return { head: after, at: null, broken: after, ended: true, unsealed }
    place = { seq: after, hash: first.hash, at: toDate(first.at) }
  }
  for (const { seq, hash, ...event } of rows) {
    const isNext = seq === place.seq + 1 && hash !== null && chainHash(place.hash, seq, event).equals(hash)
    if (!isNext) return { head: place.seq, at: place.at, broken: place.seq + 1, ended: true, unsealed }
    place = { seq, hash, at: toDate(event.at) }
  }
  return { head: place.seq, at: place.at, broken: null, ended: rows.length < max, unsealed }
}

/** A date from seconds since 1970. */
function toDate(seconds: string | null): Date | null {
  return seconds === null ? null : new Date(Number(seconds) * 1000)
}

/** How many events wait to be sealed, and since when the first of them does: ids are in the order of time. */
export async function countUnsealed(db: Reader): Promise<Verification['unsealed']> {
  const waiting = db.selectFrom('audit_event').where('seq', 'is', null)
  const { count } = await waiting.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const first = await waiting.select('at').orderBy('event_id').limit(1).executeTakeFirst()
  return { count, oldest: first?.at ?? null }
}
