import { ConfigError } from './config.ts'
import { FolderInUseError } from './db/lock.ts'

/** What a command says at its end, and the code it exits with. */
export interface Told {
  readonly said: string
  readonly code: number
  /** Whether it is said on standard error. */
  readonly failed?: boolean
}

/** A command cannot do what it was asked to; the message says why, and what to do. */
export class CannotRun extends Error {}

/** An error's message. */
export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The end of a command that could not run. `explained` says what an unexpected error means. */
export function cannotRun(error: unknown, explained: (error: unknown) => string): Told {
  const known = [CannotRun, ConfigError, FolderInUseError].some((kind) => error instanceof kind)
  return { said: known && error instanceof Error ? error.message : explained(error), code: 2, failed: true }
}

/** Aborts when someone asks this process to end, e.g. by Ctrl-C: what goes in steps stops after one. */
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
