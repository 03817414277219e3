import { useRef, useState } from 'react'
import type { MessageId } from '../texts/catalogues.ts'
import { ApiError } from './error.ts'

export interface Action {
  readonly busy: boolean
  /** What to say of the last try; null when there is nothing to say. */
  readonly problem: MessageId | null
  /** Does some work, one at a time; what goes wrong becomes `problem`. Returns whether it was done. */
  run(work: () => Promise<void>): Promise<boolean>
  /** Takes the problem back, e.g. when its dialog closes. */
  forget(): void
}

/** Something a press does. `texts` say what certain codes mean here; `otherwise` is a failure that another try may mend. */
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
        setProblem(problemOf(error, texts, otherwise))
        return false
      } finally {
        running.current = false
        setBusy(false)
      }
    },
  }
}

/** Null where the person gave it up themselves. */
function problemOf(error: unknown, texts: Readonly<Record<string, MessageId>>, otherwise: MessageId): MessageId | null {
  const code = error instanceof ApiError ? error.code : error instanceof Error ? error.name : ''
  return code === 'AbortError' ? null : (texts[code] ?? otherwise)
}
