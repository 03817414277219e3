import type { Transaction } from './envelope.ts'
import type { Segment } from './segments.ts'

/** Segments that belong together in a transaction, such as all about one member, with the segments above that they depend on. */
export interface Loop {
  readonly transaction: Transaction
  /** From the transaction's header down to the loop: in an 837, provider, subscriber, patient. */
  readonly above: readonly (readonly Segment[])[]
  readonly segments: readonly Segment[]
  /** Whether it has more segments than a loop may have. */
  readonly isTooLong: boolean
}

/** Gathers the loops of one transaction. */
export interface LoopReader {
  take(segment: Segment): Loop | null
  end(): Loop | null
}

const maxSegments = 20_000

/** What begins a relevant loop, and what ends it without beginning another one. */
interface Shape {
  /** The level above the loop at which a segment begins; null: it begins none. */
  level(segment: Segment): number | null
  begins(segment: Segment): boolean
  ends(segment: Segment): boolean
}

const shapes: Readonly<Record<string, Shape>> = {
  '834': { level: () => null, begins: ({ id }) => id === 'INS', ends: () => false },
  // In an 835, an LX or its totals come between the claims; PLB follows them.
  '835': {
    level: () => null,
    begins: ({ id }) => id === 'CLP',
    ends: ({ id }) => id === 'LX' || id === 'TS3' || id === 'TS2' || id === 'PLB',
  },
  '837': { level: levelOf837, begins: ({ id }) => id === 'CLM', ends: () => false },
}

/** A billing provider has subscribers, and a subscriber has patients other than the subscriber. */
function levelOf837({ id, elements }: Segment): number | null {
  if (id !== 'HL') return null
  const level = (elements[3] ?? '').trim()
  return level === '20' ? 1 : level === '22' ? 2 : level === '23' ? 3 : 1
}

/** How many levels are kept for levels below them: a provider's subscribers are seldom far from their patients. */
const maxParents = 2_000

/** Levels by their number: HL02 names the parent level, wherever that is. */
function createParents() {
  const known = new Map<string, Segment[][]>()
  return {
    find: ({ elements }: Segment, level: number): Segment[][] | undefined => {
      const levels = known.get((elements[2] ?? '').trim())
      return levels?.length === level ? levels : undefined
    },
    note: ({ elements }: Segment, levels: Segment[][]): void => {
      const number = (elements[1] ?? '').trim()
      if (number === '') return
      // A number that is used again means the later level.
      known.delete(number)
      known.set(number, levels)
      const [oldest] = known.keys()
      if (known.size > maxParents && oldest !== undefined) known.delete(oldest)
    },
  }
}

export function createLoopReader(transaction: Transaction, other: (segment: Segment) => void): LoopReader | null {
  const shape = shapes[transaction.set]
  if (shape === undefined) return null
  let above: Segment[][] = [[]]
  const parents = createParents()
  let open: Segment[] | null = null
  let isTooLong = false
  const close = (): Loop | null => {
    const loop = open && { transaction, above, segments: open, isTooLong }
    open = null
    isTooLong = false
    return loop
  }
  return {
    take: (segment) => {
      const level = shape.level(segment)
      if (level !== null) {
        const done = close()
        above = [...(parents.find(segment, level) ?? above.slice(0, level)), [segment]]
        parents.note(segment, above)
        return done
      }
      if (shape.begins(segment)) {
        const done = close()
        open = [segment]
        return done
      }
      if (shape.ends(segment)) {
        const done = close()
        if (segment.id === 'PLB') other(segment)
        return done
      }
      if (open === null) {
        const last = above.at(-1)
        if (last !== undefined && last.length < maxSegments) last.push(segment)
        other(segment)
      } else if (open.length < maxSegments) open.push(segment)
      else isTooLong = true
      return null
    },
    end: close,
  }
}
