import { serveJobs } from '../../../platform/threads/serve.ts'
import { Refused, Skipped } from '../refused.ts'
import { type Answered, type Asked, readText } from './reader.ts'

/** The one who asks knows it. */
const noHash = Buffer.alloc(0)

/** Reads resources, and sends back what was read of each or why it was not. */
serveJobs<Asked, Answered>(async ({ texts, ...how }) =>
  texts.map((one) => {
    const read = readText({ ...one, hash: noHash }, how)
    if (read instanceof Refused) return { refused: read.message, path: read.path }
    return read instanceof Skipped ? { skipped: read.message } : { read }
  }),
)
