import { createStopSignal, tell } from '../../platform/command-line.ts'
import { runData } from './data-command.ts'

tell(await runData(process.argv.slice(2), process.env, createStopSignal()))
