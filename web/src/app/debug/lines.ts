import { type RecordedLine, recordedLinesKey } from '@portico/contract/page'
import { readPlace } from '../../base/router/place.ts'

export const levels = ['log', 'warn', 'error'] as const
export type Level = (typeof levels)[number]

/** A line of the debug console. */
export interface Line {
  readonly id: number
  readonly level: Level
  readonly atMs: number
  /** First segment of the address at that time, e.g. `message-center`. */
  readonly view: string
  readonly text: string
}

const longestText = 500
const maxLines = 500

/**
 * The part of a logged value that may be shown: texts and numbers, an error's name and message, and only the type of anything else. The
 * answer to a call is never shown.
 */
export function toText(said: unknown): string {
  if (said instanceof Error) return `${said.name}: ${said.message}`.slice(0, longestText)
  if (typeof said === 'object' && said !== null) return `[${said.constructor?.name ?? 'Object'}]`
  if (typeof said === 'function') return '[Function]'
  return String(said).slice(0, longestText)
}

/** The name that `consoleToView` uses for the view at an address. */
export function viewAt(address: string): string {
  const { segments, page } = readPlace(address)
  return segments[0] ?? page?.start ?? ''
}

export function toLine({ level, atMs, place, said }: RecordedLine, id: number): Line {
  return { id, level, atMs, view: viewAt(place), text: said.map(toText).join(' ') }
}

/** The lines logged so far, oldest first; for `useSyncExternalStore`. */
export function createLines() {
  const recorded = (Reflect.get(window, recordedLinesKey) ?? []) as RecordedLine[]
  let next = 0
  let lines: readonly Line[] = []
  const read = () => {
    const fresh = recorded.splice(0).map((line) => toLine(line, next++))
    if (fresh.length > 0) lines = [...lines, ...fresh].slice(-maxLines)
    return lines
  }
  let change = () => {}
  return {
    get: read,
    subscribe(listener: () => void) {
      change = listener
      // A line logged while a component renders must not trigger another rendering at once.
      const later = () => setTimeout(listener)
      window.addEventListener(recordedLinesKey, later)
      return () => window.removeEventListener(recordedLinesKey, later)
    },
    clear() {
      read()
      lines = []
      change()
    },
  }
}
