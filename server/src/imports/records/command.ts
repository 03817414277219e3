import { tell } from '../../platform/command-line.ts'
import { runData } from './data-command.ts'

const stopping = new AbortController()
process.once('SIGINT', () => stopping.abort())
process.once('SIGTERM', () => stopping.abort())
tell(await runData(process.argv.slice(2), process.env, stopping.signal))
