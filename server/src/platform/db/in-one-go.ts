import { setImmediate } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'

/** Message types that need no immediate answer: parse, bind, describe, execute and close. A sync follows them. */
const held = new Set(['P', 'B', 'D', 'E', 'C'].map((kind) => kind.charCodeAt(0)))

/**
 * Lets `pg` speak to the embedded engine. `pg` sends each statement as five messages, and each would take a separate turn: messages that
 * need no answer are held, and sent together with the next one that does.
 */
export function inOneGo(embedded: PGlite): PGlite {
  let waiting: Uint8Array[] = []
  const execProtocolStream: PGlite['execProtocolStream'] = async (message, options) => {
    waiting.push(message)
    if (held.has(message[0] ?? 0)) return []
    const all = waiting
    waiting = []
    const answers = await embedded.execProtocolStream(all.length === 1 ? message : Buffer.concat(all), options)
    // The engine works in this thread and never waits: otherwise all statements of a transaction would run in one turn of the event loop.
    await setImmediate()
    return answers
  }
  return { waitReady: embedded.waitReady, execProtocolStream } as PGlite
}
