import { tell } from '../../platform/command-line.ts'
import { importFiles } from './import-command.ts'

/** Ctrl-C ends the import after a batch. */
function createStopSignal(): AbortSignal {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort())
  process.once('SIGTERM', () => controller.abort())
  return controller.signal
}

tell(await importFiles(process.argv.slice(2), process.env, { progress: process.stderr, createStopSignal }))
