import { openFile } from '../source/open.ts'
import { EnvelopeReader, type Transaction } from './envelope.ts'
import { createLoopReader, type Loop, type LoopReader } from './loops.ts'
import { type Segment, SegmentReader } from './segments.ts'

/** What a file holds, in order: loops, and what stands between them at the end of a transaction. */
export type LoopOrEnd =
  | { readonly loop: Loop; readonly ended?: undefined }
  | { readonly loop?: undefined; readonly ended: Ended }

export interface Ended {
  readonly transaction: Transaction
  /** The segments of the transaction that are of none of its loops. */
  readonly others: readonly Segment[]
}

/** Of the header and what is between the loops only so many segments are kept. */
const maxOthers = 5_000

/**
 * The loops of a file's transactions that `wants` names, some at a time: only what one piece of the file completes is in memory.
 */
export async function* readLoops(
  file: string,
  wants: (transaction: Transaction) => boolean,
  progress?: (bytes: number) => void,
): AsyncGenerator<LoopOrEnd> {
  let found: LoopOrEnd[] = []
  let loops: LoopReader | null = null
  let others: Segment[] = []
  const keep = (loop: Loop | null | undefined) => {
    if (loop != null) found.push({ loop })
  }
  const envelope = new EnvelopeReader({
    begin: (transaction) => {
      others = []
      loops = wants(transaction)
        ? createLoopReader(transaction, (segment) => {
            if (others.length < maxOthers) others.push(segment)
          })
        : null
    },
    body: (_, segment) => keep(loops?.take(segment)),
    end: (transaction) => {
      if (loops === null) return
      keep(loops.end())
      found.push({ ended: { transaction, others } })
      loops = null
    },
  })
  const reader = new SegmentReader(
    (segment) => envelope.take(segment),
    (problem) => envelope.tellMisplaced(problem),
  )
  for await (const chunk of (await openFile(file, progress)) as AsyncIterable<Buffer>) {
    reader.push(chunk)
    const some = found
    found = []
    yield* some
  }
  reader.end()
  envelope.end()
  yield* found
}
