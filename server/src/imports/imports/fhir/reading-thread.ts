import { parentPort } from 'node:worker_threads'
import { Refused, Skipped } from '../refused.ts'
import { readResource } from './read-resource.ts'
import { type Answered, type Asked, readOrSay } from './reader.ts'

/** The one who asks knows it. */
const noHash = Buffer.alloc(0)

/** Runs in the thread of a reader: reads resources, and sends back what was read or why it was not. */
parentPort?.on('message', ({ texts, today }: Asked) => {
  const answered: Answered = texts.map(({ type, text }) => {
    const read = readOrSay(() => readResource(type, text, noHash, today))
    if (read instanceof Refused) return { refused: read.message, path: read.path }
    return read instanceof Skipped ? { skipped: read.message } : { read }
  })
  parentPort?.postMessage(answered)
})
