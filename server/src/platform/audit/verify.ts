import type { Reader } from '../db/database.ts'
import type { Shelf } from '../storage/shelf.ts'
import { findArchived } from './archive/store.ts'
import { verifyArchive } from './archive/verify.ts'
import { type Anchor, chainHash, chainStart } from './chain.ts'
import { countUnsealed, listLeftOut, listPlaces, type Unsealed } from './seal-store.ts'

/**
 * Where the log differs from what was sealed. `changed`: the event's columns, or the previous hash, are not the ones that were hashed.
 * `missing`: a place without an event. `misplaced`: two events share a place, or one lies before the first. `left-out`: an event that
 * neither has a place nor waits for one.
 */
export type Break =
  | { readonly kind: 'changed' | 'misplaced'; readonly seq: number; readonly eventId: string }
  | { readonly kind: 'missing'; readonly from: number; readonly to: number }
  | { readonly kind: 'left-out'; readonly eventId: string }
  | { readonly kind: 'anchor-differs' | 'anchor-gone'; readonly seq: number }
  | { readonly kind: 'file-gone' | 'file-changed'; readonly seq: number; readonly file: string }

export interface Verification {
  readonly sealed: number
  /** How many of them are in archive files, and how many of those were not read. */
  readonly archived: { readonly count: number; readonly unread: number }
  readonly head: Anchor | null
  /** In chain order; empty if the log is intact. At most `maxBreaks`. */
  readonly breaks: readonly Break[]
  readonly unsealed: Unsealed
}

const maxBreaks = 20

/** Walks the chain from its start. `anchors` are heads recorded earlier: the log must still hold each. */
export async function verifyChain(
  db: Reader,
  {
    anchors = [],
    batchSize = 2_000,
    shelf = null,
  }: {
    readonly anchors?: readonly Anchor[]
    readonly batchSize?: number
    /** The archive (OP-7); null: its files are not read, and the chain is checked from where the archive ends. */
    readonly shelf?: Shelf | null
  } = {},
): Promise<Verification> {
  const breaks: Break[] = []
  const open = new Map(anchors.map((anchor) => [anchor.seq, anchor.hash]))
  const archive = await verifyArchive(db, shelf, open)
  breaks.push(...archive.breaks)
  let head: Anchor | null = archive.head
  let sealed = archive.count
  let last: { readonly seq: number; readonly eventId?: string } = { seq: Number.MIN_SAFE_INTEGER }
  for (;;) {
    const places = await listPlaces(db, { from: last.seq, after: last.eventId, max: batchSize })
    for (const { eventId, event, ...place } of places) {
      const expected: number = (head?.seq ?? 0) + 1
      last = { seq: place.seq, eventId }
      sealed += 1
      if (place.seq < expected) {
        breaks.push({ kind: 'misplaced', seq: place.seq, eventId })
        continue
      }
      if (place.seq > expected) addMissing(breaks, expected, place.seq - 1)
      if (event === null) addMissing(breaks, place.seq, place.seq)
      else if (place.seq === expected && !chainHash(head?.hash ?? chainStart, place.seq, event).equals(place.hash))
        breaks.push({ kind: 'changed', seq: place.seq, eventId })
      const anchor = open.get(place.seq)
      if (anchor && !anchor.equals(place.hash)) breaks.push({ kind: 'anchor-differs', seq: place.seq })
      open.delete(place.seq)
      head = place
    }
    if (places.length < batchSize) break
  }
  for (const seq of open.keys()) breaks.push({ kind: 'anchor-gone', seq })
  breaks.push(...(await listLeftOut(db, maxBreaks)).map((eventId) => ({ kind: 'left-out', eventId }) as const))
  const { count, unread } = archive
  return {
    sealed,
    archived: { count, unread },
    head,
    breaks: breaks.slice(0, maxBreaks),
    unsealed: await countUnsealed(db),
  }
}

/** Adds places without an event; extends the last break if they follow it. */
function addMissing(breaks: Break[], from: number, to: number): void {
  const before = breaks.at(-1)
  const follows = before?.kind === 'missing' && before.to === from - 1
  if (follows) breaks.splice(-1, 1, { ...before, to })
  else breaks.push({ kind: 'missing', from, to })
}

/**
 * Walks the next part of the chain, after a place checked earlier (0: from the start). `broken` is the first place where the log differs
 * from what was sealed; `head` is the last intact place, and `at` is when its event was written.
 */
export async function verifyNext(
  db: Reader,
  { after: asked, max }: { readonly after: number; readonly max: number },
): Promise<{
  readonly head: number
  readonly at: Date | null
  readonly broken: number | null
  readonly ended: boolean
  readonly unsealed: Unsealed
}> {
  // Only the command reads the archive.
  const archived = await findArchived(db)
  const after = Math.max(asked, archived.seq)
  const places = await listPlaces(db, { from: after, max: max + 1 })
  const unsealed = await countUnsealed(db)
  let place = { seq: after, hash: archived.hash, at: null as Date | null }
  if (after !== archived.seq) {
    const first = places.shift()
    if (first?.seq !== after || first.event === null)
      return { head: after, at: null, broken: after, ended: true, unsealed }
    place = { seq: after, hash: first.hash, at: toDate(first.event.at) }
  }
  for (const { seq, hash, event } of places) {
    const isNext = seq === place.seq + 1 && event !== null && chainHash(place.hash, seq, event).equals(hash)
    if (!isNext) return { head: place.seq, at: place.at, broken: place.seq + 1, ended: true, unsealed }
    place = { seq, hash, at: toDate(event.at) }
  }
  return { head: place.seq, at: place.at, broken: null, ended: places.length < max, unsealed }
}

/** A date from seconds since 1970. */
function toDate(seconds: string | null): Date | null {
  return seconds === null ? null : new Date(Number(seconds) * 1000)
}
