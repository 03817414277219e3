import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Piece } from '../machine.ts'
import type { Version } from '../source/newest.ts'
import type { DirectoryItem } from './brought.ts'

/** What one resource brings. */
export interface Brought {
  readonly items: readonly DirectoryItem[]
  readonly piece: Piece
  /** Of the resource, where it says one. */
  readonly version?: Version | undefined
}

/** Where something lies on a shelf: in memory, or in its file. */
export type Shelved = Brought | { readonly from: number; readonly length: number }

/** How many entries and seats are held in memory; what comes on top of that is in a file until it is taken. */
const maxInMemory = 100_000

/** Keeps what resources bring until the others of the same provider have come: all of a large file without order. */
export interface Shelf {
  put(one: Brought): Shelved
  /** What was put there, which is then no longer on the shelf. */
  take(one: Shelved): Brought
  /** How many entries and seats are in memory. */
  readonly inMemory: number
  /** Removes its file. */
  close(): void
}

export function createShelf(most = maxInMemory): Shelf {
  let inMemory = 0
  let end = 0
  let file: { readonly folder: string; readonly handle: number } | null = null
  // All seats of a network share one list of plans, which may be long.
  const lists = createLists()

  const openFile = () => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-directory-'))
    return { folder, handle: openSync(join(folder, 'held'), 'wx+', 0o600) }
  }

  return {
    get inMemory() {
      return inMemory
    },
    put(one) {
      if (inMemory + one.items.length <= most) {
        inMemory += one.items.length
        return one
      }
      file ??= openFile()
      const bytes = Buffer.from(JSON.stringify({ ...one, items: one.items.map(lists.pack) }))
      for (let at = 0; at < bytes.length; ) at += writeSync(file.handle, bytes, at, bytes.length - at, end + at)
      const place = { from: end, length: bytes.length }
      end += bytes.length
      return place
    },
    take(one) {
      if ('items' in one) {
        inMemory -= one.items.length
        return one
      }
      if (file === null) throw new Error('The shelf is closed.')
      const bytes = Buffer.alloc(one.length)
      for (let at = 0; at < one.length; ) {
        const read = readSync(file.handle, bytes, at, one.length - at, one.from + at)
        if (read === 0) throw new Error('The file of held resources is shorter than it was.')
        at += read
      }
      const said = JSON.parse(bytes.toString()) as Brought
      return { ...said, items: said.items.map(lists.unpack) }
    },
    close() {
      if (file === null) return
      closeSync(file.handle)
      rmSync(file.folder, { recursive: true, force: true })
      file = null
    },
  }
}

/** Writes each list of plans as its place among those that were met. */
function createLists() {
  const places = new Map<readonly string[], number>()
  const known: (readonly string[])[] = []
  return {
    pack: (item: DirectoryItem): unknown => {
      if (item.is === 'entry') return item
      const { planIds } = item.seat
      const place = places.get(planIds) ?? known.push(planIds) - 1
      places.set(planIds, place)
      return { ...item, seat: { ...item.seat, planIds: place } }
    },
    unpack: (item: DirectoryItem): DirectoryItem => {
      if (item.is === 'entry') return item
      const place = item.seat.planIds as unknown as number
      return { ...item, seat: { ...item.seat, planIds: known[place] ?? [] } }
    },
  }
}
