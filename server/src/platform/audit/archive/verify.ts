import { isSigned } from '../../data-key.ts'
import type { Reader } from '../../db/database.ts'
import type { Shelf } from '../../storage/shelf.ts'
import { type Anchor, chainStart } from '../chain.ts'
import type { SealedEvent } from '../seal-store.ts'
import type { Break } from '../verify.ts'
import { archiveContext } from './archive.ts'
import { digestFile, followChain, readSegment } from './segment.ts'
import { listSegments, type Segment } from './store.ts'

/**
 * Walks the part of the chain that is in files. Files past their retention, and without a shelf all files, are not read: for those the
 * chain continues from what the database records. Removes from `open` the anchors that it has checked or cannot check.
 */
export async function verifyArchive(
  db: Reader,
  shelf: Shelf | null,
  open: Map<number, Buffer>,
): Promise<{
  readonly head: Anchor | null
  readonly count: number
  readonly unread: number
  readonly breaks: readonly Break[]
}> {
  const breaks: Break[] = []
  let head: Anchor = { seq: 0, hash: chainStart }
  let unread = 0
  for (const segment of await listSegments(db)) {
    const { first_seq, last_seq, last_hash, object_name: file } = segment
    if (first_seq !== head.seq + 1) breaks.push({ kind: 'missing', from: head.seq + 1, to: first_seq - 1 })
    const end = { seq: last_seq, hash: last_hash }
    if (shelf === null || segment.removed_at !== null) {
      unread += last_seq - first_seq + 1
      meetAnchors(open, [end], breaks)
      for (const seq of open.keys()) if (seq >= first_seq && seq < last_seq) open.delete(seq)
    } else {
      const events = await readEvents(shelf, segment)
      if (events === null) breaks.push({ kind: 'file-gone', seq: first_seq, file })
      else if (!followChain(head, events)?.hash.equals(last_hash))
        breaks.push({ kind: 'file-changed', seq: first_seq, file })
      else meetAnchors(open, events, breaks)
    }
    head = end
  }
  return { head: head.seq === 0 ? null : head, count: head.seq, unread, breaks }
}

/** No events if the file is not the one that was written; null if there is no file. */
async function readEvents(shelf: Shelf, segment: Segment): Promise<readonly SealedEvent[] | null> {
  const file = await shelf.read(segment.object_name)
  if (file === null) return null
  const signed = { publicKey: segment.public_key, signature: segment.signature }
  if (!digestFile(file).equals(segment.sha256) || !isSigned(file, archiveContext, signed)) return []
  return readSegment(file)
}

function meetAnchors(open: Map<number, Buffer>, places: readonly Anchor[], breaks: Break[]): void {
  for (const { seq, hash } of places) {
    const anchor = open.get(seq)
    if (anchor && !anchor.equals(hash)) breaks.push({ kind: 'anchor-differs', seq })
    open.delete(seq)
  }
}
