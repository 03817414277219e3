/** Pieces of files that wait to be stored together. */
export interface Batch<One> {
  /** Returns whether the batch is full now. */
  add(one: One): boolean
  /** Empties the batch and returns its pieces. */
  take(): One[]
}

/**
 * The most characters of a transaction's pieces: a line may have 16 MB, and a batch is in memory several times, as text, as values and as a
 * statement.
 */
export const maxLength = 4 * 1024 * 1024

/** Gathers pieces until there are `size()` of them, or their texts are long. */
export function createBatch<One extends { readonly text: string }>(size: () => number): Batch<One> {
  let pieces: One[] = []
  let length = 0
  return {
    add: (one) => {
      pieces.push(one)
      length += one.text.length
      return pieces.length >= size() || length >= maxLength
    },
    take: () => {
      const all = pieces
      pieces = []
      length = 0
      return all
    },
  }
}
