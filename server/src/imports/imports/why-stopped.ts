import { isUnavailable } from '../../platform/db/unavailable.ts'
import { ImportStopped } from './machine.ts'

/** What stopped a run and what to do about it, for the person who started it. */
export function whyStopped(error: unknown): string {
  if (error instanceof Error && error.name === 'TooManyRemovals') return `The import stopped: ${error.message}.`
  return `The import stopped: ${findReason(error)}. What was imported is kept; run the same command again to go on.`
}

function findReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ImportStopped) return error.message
  const code = 'code' in error ? String(error.code) : ''
  if (code === '53100' || code === 'ENOSPC') return 'the disk is full; free some space'
  if (isUnavailable(error)) return 'the database cannot be reached; make sure that it runs'
  return error.message
}
