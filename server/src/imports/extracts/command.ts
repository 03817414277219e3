import { createStopSignal, tell } from '../../platform/command-line.ts'
import { runExtract } from './run-extract.ts'

tell(await runExtract(process.argv.slice(2), process.env, { signal: createStopSignal() }))
