import type { Engine } from '../../platform/db/engine.ts'

/** How much one transaction takes: as much as possible, or so little that others can go on. */
export interface Pace {
  /** The share of a full transaction, at most 1. */
  readonly share: number
  /** Does the work of a transaction of that share, and adapts the share to how long the work has the connection, from `begun` on. */
  keep<T>(work: (begun: () => void) => Promise<T>): Promise<T>
}

/** A full transaction takes less on the embedded database than on PostgreSQL, which works in another process. */
const ofEmbedded = 0.1
/**
 * While an import has the only connection, which a server lends it, everybody waits: at most about as long as a page takes. How much of a
 * file that is depends on its kind, and on the machine.
 */
const aimMs = 35
/**
 * The initial and the smallest share of such an import: a transaction's fixed cost should not be most of it, however busy the machine is.
 */
const [first, least] = [0.02, 0.01]

export function createPace(
  { kind, isShared }: { readonly kind: Engine['kind']; readonly isShared: boolean },
  now: () => number = () => performance.now(),
): Pace {
  if (!isShared) return { share: kind === 'embedded' ? ofEmbedded : 1, keep: (work) => work(() => undefined) }
  let share = first
  return {
    get share() {
      return share
    },
    keep: async (work) => {
      let began = now()
      const done = await work(() => {
        began = now()
      })
      // At most doubled, because the last piece of a file may be a small one.
      const factor = Math.min(2, aimMs / Math.max(now() - began, 1))
      share = Math.min(1, Math.max(least, share * factor))
      return done
    },
  }
}
