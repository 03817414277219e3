import { createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { Rejected } from './run.ts'

/**
 * A file of what was not taken, a line each: `{"rejected":{"file","line","path","reason"},"resource":…}`. Mended in place, it can be
 * imported as it is. Holds health data, and is for its owner alone to read.
 */
export interface RejectsFile {
  write(rejected: Rejected): Promise<void>
  close(): Promise<void>
}

export function openRejects(path: string): RejectsFile {
  const stream = createWriteStream(path, { mode: 0o600 })
  return {
    write: async ({ text, ...rejected }) => {
      const line = `${JSON.stringify({ rejected, resource: asJson(text) })}\n`
      if (!stream.write(line)) await drained(stream)
    },
    close: async () => {
      stream.end()
      await finished(stream)
    },
  }
}

function drained(stream: WriteStream): Promise<void> {
  return new Promise((done, fail) => {
    stream.once('drain', done)
    stream.once('error', fail)
  })
}

/** A resource that is JSON as itself, so that it can be mended; anything else as text. */
function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
