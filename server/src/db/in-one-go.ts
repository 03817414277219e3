import type { PGlite } from '@electric-sql/pglite'

/** Kinds of messages that no one waits for an answer to: parse, bind, describe, execute and close. A sync follows. */
const held = new Set(['P', 'B', 'D', 'E', 'C'].map((kind) => kind.charCodeAt(0)))

/**
 * The embedded engine, to be spoken to by `pg`, which sends each statement as five messages. Each costs a turn of its own: what
 * waits for no answer is held until what does, and goes with it.
 */
export function inOneGo(embedded: PGlite): PGlite {
  let waiting: Uint8Array[] = []
  const execProtocolStream: PGlite['execProtocolStream'] = async (message, options) => {
    waiting.push(message)
    if (held.has(message[0] ?? 0)) return []
    const all = waiting
    waiting = []
    return embedded.execProtocolStream(all.length === 1 ? message : Buffer.concat(all), options)
  }
  return { waitReady: embedded.waitReady, execProtocolStream } as PGlite
}
