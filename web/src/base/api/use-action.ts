import { useRef, useState } from 'react'
import type { MessageId } from '../texts/catalogues.ts'
import { ApiError } from './error.ts'

export interface Action {
  readonly busy: boolean
  /** The message about the last attempt; null if there is none. */
  readonly problem: MessageId | null
  /** Runs some work, one at a time; a failure becomes `problem`. Returns whether it succeeded. */
  run(work: () => Promise<void>): Promise<boolean>
  /** Clears the problem, e.g. when its dialog closes. */
  forget(): void
}

/** The action of a button. `texts` explain certain error codes; `otherwise` is for failures that may succeed on another try. */
export function useAction(
  texts: Readonly<Record<string, MessageId>> = {},
  otherwise: MessageId = 'shell.failed',
): Action {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<MessageId | null>(null)
  return {
    busy,
    problem,
    forget: () => setProblem(null),
    async run(work) {
      if (running.current) return false
      running.current = true
      setBusy(true)
      setProblem(null)
      try {
        await work()
        return true
      } catch (error) {
        setProblem(toProblem(error, texts, otherwise))
        return false
      } finally {
        running.current = false
        setBusy(false)
      }
    },
  }
}

/** Null if the person canceled it. */
function toProblem(error: unknown, texts: Readonly<Record<string, MessageId>>, otherwise: MessageId): MessageId | null {
  const code = error instanceof ApiError ? error.code : error instanceof Error ? error.name : ''
  return code === 'AbortError' ? null : (texts[code] ?? otherwise)
}
