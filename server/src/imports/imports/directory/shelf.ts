import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Piece } from '../machine.ts'
import type { Version } from '../source/newest.ts'
import type { DirectoryItem } from './brought.ts'

/** The items of one resource. */
export interface Brought {
  readonly items: readonly DirectoryItem[]
  readonly piece: Piece
  /** The resource's version, if it states one. */
  readonly version?: Version | undefined
}

/** Where an item is on the shelf: in memory, or in the shelf's file. */
export type Shelved = Brought | { readonly from: number; readonly length: number }

/** How many entries and seats are held in memory; the rest waits in a file. */
const maxInMemory = 100_000

/** Keeps items of resources until the other resources of the same provider have come, which may be all of a large unsorted file. */
export interface Shelf {
  put(one: Brought): Shelved
  /** Takes an item off the shelf. */
  take(one: Shelved): Brought
  /** How many entries and seats are in memory. */
  readonly inMemory: number
  /** Deletes the shelf's file. */
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

/** Writes each list of plans as its index among the known lists. */
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
