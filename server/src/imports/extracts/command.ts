import { tell } from '../../platform/command-line.ts'
import { runExtract } from './run-extract.ts'

const stopping = new AbortController()
process.once('SIGINT', () => stopping.abort())
process.once('SIGTERM', () => stopping.abort())
tell(await runExtract(process.argv.slice(2), process.env, { signal: stopping.signal }))
