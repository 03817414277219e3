/** Names the bytes of one attachment. */
export interface StorageKey {
  readonly memberId: string
  readonly attachmentId: string
}

/** Bytes in their order, never a whole file at once. */
export type Bytes = AsyncIterable<Buffer>

/** Where the bytes of attachments lie. */
export interface AttachmentStorage {
  /** Data is durable once this resolves; after a failure, parts may be left behind. */
  write(key: StorageKey, content: AsyncIterable<Uint8Array>): Promise<void>
  read(key: StorageKey): Bytes
  /** Also takes away what a broken write left behind; harmless where there is nothing. */
  remove(key: StorageKey): Promise<void>
}

/** The same bytes once their beginning is there: what cannot be read at all fails before anything of it is answered. */
export async function begun(content: Bytes): Promise<Bytes> {
  const parts = content[Symbol.asyncIterator]()
  const first = await parts.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* { [Symbol.asyncIterator]: () => parts }
  })()
}

/** Bytes of one part. */
const partBytes = 256 * 1024

/** The same bytes in parts of one size, but for the last. */
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
