import { createHash } from 'node:crypto'

/** A set of very many texts: eight bytes for each, so that a million of them fit into memory. */
export class NumberSet {
  #kept = new BigUint64Array(1024)
  #size = 0
  #isSorted = true

  add(text: string): void {
    if (this.#size === this.#kept.length) {
      const more = new BigUint64Array(this.#size * 2)
      more.set(this.#kept)
      this.#kept = more
    }
    this.#kept[this.#size] = hash(text)
    this.#size += 1
    this.#isSorted = false
  }

  has(text: string): boolean {
    if (!this.#isSorted) this.#kept.subarray(0, this.#size).sort()
    this.#isSorted = true
    const wanted = hash(text)
    let [low, high] = [0, this.#size]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#kept[middle] ?? 0n) < wanted) low = middle + 1
      else high = middle
    }
    return low < this.#size && this.#kept[low] === wanted
  }
}

function hash(text: string): bigint {
  return createHash('sha1').update(text).digest().readBigUInt64LE()
}
