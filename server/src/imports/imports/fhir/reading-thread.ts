import { parentPort } from 'node:worker_threads'
import { Refused, Skipped } from '../refused.ts'
import { type Answered, type Asked, readText } from './reader.ts'

/** The one who asks knows it. */
const noHash = Buffer.alloc(0)

/** Runs in the thread of a reader: reads resources, and sends back what was read or why it was not. */
parentPort?.on('message', ({ texts, ...how }: Asked) => {
  const answered: Answered = texts.map((one) => {
    const read = readText({ ...one, hash: noHash }, how)
    if (read instanceof Refused) return { refused: read.message, path: read.path }
    return read instanceof Skipped ? { skipped: read.message } : { read }
  })
  parentPort?.postMessage(answered)
})
