import { openFile } from '../source/open.ts'
import { EnvelopeReader, type Transaction } from './envelope.ts'
import { createLoopReader, type Loop, type LoopReader } from './loops.ts'
import { type Segment, SegmentReader } from './segments.ts'

/** The contents of a file, in order: loops, and the other segments at the end of each transaction. */
export type LoopOrEnd =
  | { readonly loop: Loop; readonly ended?: undefined }
  | { readonly loop?: undefined; readonly ended: Ended }

export interface Ended {
  readonly transaction: Transaction
  /** The segments of the transaction outside of its loops. */
  readonly others: readonly Segment[]
}

/** How many segments of the header and between loops are kept. */
const maxOthers = 5_000

/**
 * The loops of a file's transactions that `wants` accepts, some at a time: memory holds only those that one chunk of the file completes.
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
