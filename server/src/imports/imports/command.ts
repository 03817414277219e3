import { createStopSignal, tell } from '../../platform/command-line.ts'
import { importFiles } from './import-command.ts'

tell(await importFiles(process.argv.slice(2), process.env, { progress: process.stderr, createStopSignal }))
