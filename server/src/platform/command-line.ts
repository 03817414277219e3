import { ConfigError } from './config.ts'
import { FolderInUseError } from './db/lock.ts'

/** A command's last words, and its exit code. */
export interface Told {
  readonly said: string
  readonly code: number
  /** Whether it goes to standard error. */
  readonly failed?: boolean
}

/** A command cannot do what was asked; the message says why, and what to do. */
export class CannotRun extends Error {}

/** An error's message. */
export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The result of a command that could not run. `explained` turns an unexpected error into words. */
export function cannotRun(error: unknown, explained: (error: unknown) => string): Told {
  const known = [CannotRun, ConfigError, FolderInUseError].some((kind) => error instanceof kind)
  return { said: known && error instanceof Error ? error.message : explained(error), code: 2, failed: true }
}

/** Aborts when someone asks this process to end, e.g. with Ctrl-C: work done in steps stops after the current step. */
export function createStopSignal(): AbortSignal {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort())
  process.once('SIGTERM', () => controller.abort())
  return controller.signal
}

/** Ends this process's command. */
export function tell({ said, code, failed = false }: Told): void {
  const stream = failed ? process.stderr : process.stdout
  stream.write(`${said}\n`)
  process.exitCode = code
}
