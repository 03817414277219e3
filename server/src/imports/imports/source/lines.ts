import { isUtf8 } from 'node:buffer'

/** The longest line that is read, in bytes; a longer one is skipped without being held in memory. */
export const maxLineBytes = 16 * 1024 * 1024

/** A numbered line of a file; `problem` in place of its text if it is unreadable. */
export type Line =
  | { readonly number: number; readonly text: string; readonly problem?: undefined }
  | { readonly number: number; readonly problem: 'too-long' | 'not-utf8'; readonly bytes?: Buffer }

/**
 * Splits bytes into lines (LF or CRLF; with or without byte order marks, of which concatenated files have several), with at most one line
 * in memory.
 */
export async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const line = new LineBuffer()
  let number = 0
  for await (const chunk of bytes) {
    let start = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      line.add(chunk.subarray(start, end))
      yield line.take(++number)
      start = end + 1
    }
    line.add(chunk.subarray(start))
  }
  if (!line.isEmpty) yield line.take(++number)
}

class LineBuffer {
  #parts: Buffer[] = []
  #size = 0

  get isEmpty(): boolean {
    return this.#size === 0
  }

  add(part: Buffer): void {
    this.#size += part.length
    if (this.#size > maxLineBytes) this.#parts = []
    else if (part.length > 0) this.#parts.push(part)
  }

  take(number: number): Line {
    const [parts, size] = [this.#parts, this.#size]
    this.#parts = []
    this.#size = 0
    if (size > maxLineBytes) return { number, problem: 'too-long' }
    const bytes = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    if (!isUtf8(bytes)) return { number, problem: 'not-utf8', bytes }
    const text = bytes.toString('utf8')
    return { number, text: text.replace(/^\uFEFF/, '').replace(/\r$/, '') }
  }
}
