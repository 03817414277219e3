/** Batches that are stored concurrently, but never two about the same people or claims. */
export interface Lanes<One> {
  /** Takes a piece; `keys`: everything that it may share with another piece. Waits if necessary. */
  add(one: One, keys: readonly string[], length: number): Promise<void>
  /** Stores everything taken so far. Throws an error of storing. */
  settle(): Promise<void>
  /** Waits until nothing is being stored, whatever the result. */
  end(): Promise<void>
}

interface LaneParts<One> {
  /** How many batches are stored concurrently: the database works on one while the next one is prepared. */
  readonly count: number
  readonly isFull: (pieces: number, length: number) => boolean
  readonly store: (batch: readonly One[]) => Promise<void>
}

class Lane<One> {
  batch: One[] = []
  length = 0
  /** The keys of gathered pieces, and of those being stored. */
  gathered = new Set<string>()
  stored: ReadonlySet<string> = new Set()
  storing: Promise<void> = Promise.resolve()

  holds(key: string): boolean {
    return this.gathered.has(key) || this.stored.has(key)
  }

  /** Starts storing the gathered pieces once the current batch is stored. */
  async begin(store: (batch: readonly One[]) => Promise<void>): Promise<void> {
    await this.storing
    const { batch, gathered } = this
    if (batch.length === 0) return
    this.batch = []
    this.length = 0
    this.gathered = new Set()
    this.stored = gathered
    this.storing = store(batch).finally(() => {
      this.stored = new Set()
    })
    // `settle` throws the error.
    this.storing.catch(() => undefined)
  }
}

/**
 * Pieces that share a key are stored in the order of their arrival. A file lists a family together, so it fills one lane until that is
 * full.
 */
export function createLanes<One>({ count, isFull, store }: LaneParts<One>): Lanes<One> {
  const lanes = Array.from({ length: Math.max(1, count) }, () => new Lane<One>())
  let filling = lanes[0] as Lane<One>
  const settle = async () => {
    for (const lane of lanes) await lane.begin(store)
    for (const lane of lanes) await lane.storing
  }
  return {
    add: async (one, keys, length) => {
      let holding = lanes.filter((lane) => keys.some((key) => lane.holds(key)))
      if (holding.length > 1) {
        await settle()
        holding = []
      }
      const lane = holding[0] ?? filling
      lane.batch.push(one)
      lane.length += length
      for (const key of keys) lane.gathered.add(key)
      if (!isFull(lane.batch.length, lane.length)) return
      await lane.begin(store)
      if (lane === filling) filling = lanes[(lanes.indexOf(lane) + 1) % lanes.length] as Lane<One>
    },
    settle,
    end: async () => {
      await Promise.allSettled(lanes.map(({ storing }) => storing))
    },
  }
}
