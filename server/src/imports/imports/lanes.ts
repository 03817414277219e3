/** Batches that are stored side by side, and none beside another one that is about the same people or claims. */
export interface Lanes<One> {
  /** Takes one in; `keys`: all that another one may have in common with it. Waits where it must. */
  add(one: One, keys: readonly string[], length: number): Promise<void>
  /** Stores all that was taken in. Throws what storing has thrown. */
  settle(): Promise<void>
  /** Waits until nothing is being stored, whatever has become of it. */
  end(): Promise<void>
}

interface LaneParts<One> {
  /** How many batches are stored at once: the database works on one while the next one is prepared. */
  readonly count: number
  readonly isFull: (pieces: number, length: number) => boolean
  readonly store: (batch: readonly One[]) => Promise<void>
}

class Lane<One> {
  batch: One[] = []
  length = 0
  /** Of what is gathered, and of what is being stored. */
  gathered = new Set<string>()
  stored: ReadonlySet<string> = new Set()
  storing: Promise<void> = Promise.resolve()

  holds(key: string): boolean {
    return this.gathered.has(key) || this.stored.has(key)
  }

  /** Begins to store what is gathered once what it stores now is stored. */
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
    // Its failure is thrown where it is waited for.
    this.storing.catch(() => undefined)
  }
}

/**
 * What has a key in common is stored in the order in which it was taken in. A family stands together in its file, so it fills one lane until
 * that is full.
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
