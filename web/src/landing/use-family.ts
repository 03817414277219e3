import type { PayloadOf } from '@portico/contract/call'
import { memberInfo } from '@portico/contract/calls/member'
import { useCallback, useEffect, useState } from 'react'
import { api } from '../api/api.ts'

export interface Family {
  /** Null until it is answered. */
  readonly info: PayloadOf<typeof memberInfo> | null
  readonly failed: boolean
  retry(): void
}

/** Member info (HT-4), kept by the page once it has been answered; a failure is shown in place, never by a modal. */
export function useFamily(): Family {
  const [info, setInfo] = useState<Family['info']>(null)
  const [failed, setFailed] = useState(false)
  const [turn, setTurn] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is another try
  useEffect(() => {
    const leaving = new AbortController()
    api.call(memberInfo, { cache: true, signal: leaving.signal }).then(setInfo, () => {
      if (!leaving.signal.aborted) setFailed(true)
    })
    return () => leaving.abort()
  }, [turn])

  const retry = useCallback(() => {
    setFailed(false)
    setTurn((last) => last + 1)
  }, [])

  return { info, failed, retry }
}
