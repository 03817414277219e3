import { useEffect, useState } from 'react'

/** The typed text, updated after a pause in typing: for calls that should not be made for every letter. */
export function useRested(typed: string, pauseMs: number): string {
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, pauseMs])
  return rested
}
