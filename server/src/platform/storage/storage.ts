/** Identifies an attachment's bytes. */
export interface StorageKey {
  readonly memberId: string
  readonly attachmentId: string
}

/** Bytes in order, never a whole file at once. */
export type Bytes = AsyncIterable<Buffer>

/** Where the bytes of attachments are stored. */
export interface AttachmentStorage {
  /** Once this resolves, the data is durable; a failure may leave parts behind. */
  write(key: StorageKey, content: AsyncIterable<Uint8Array>): Promise<void>
  read(key: StorageKey): Bytes
  /** Also removes what a failed write left behind; does nothing if there are no bytes. */
  remove(key: StorageKey): Promise<void>
}

/**
 * The same bytes, once the first of them have arrived: if they cannot be read, this fails before any of the answer is sent. Null if there
 * are none.
 */
export async function startReading(content: Bytes): Promise<Bytes | null> {
  const parts = content[Symbol.asyncIterator]()
  const first = await parts.next()
  if (first.done) return null
  return (async function* () {
    yield first.value
    yield* { [Symbol.asyncIterator]: () => parts }
  })()
}

/** Size of a part, in bytes. */
const partBytes = 256 * 1024

/** The same bytes in parts of equal size, except the last. */
export async function* inParts(content: AsyncIterable<Uint8Array>): Bytes {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const chunk of content) {
    waiting.push(chunk)
    length += chunk.length
    if (length < partBytes) continue
    const joined = Buffer.concat(waiting)
    let start = 0
    for (; joined.length - start >= partBytes; start += partBytes) yield joined.subarray(start, start + partBytes)
    waiting = [joined.subarray(start)]
    length = joined.length - start
  }
  if (length > 0) yield Buffer.concat(waiting)
}
