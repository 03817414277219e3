import { useEffect, useState } from 'react'

/** The typed text, updated once typing has paused for a while: for calls that are not made for every letter. */
export function useRested(typed: string, pauseMs: number): string {
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, pauseMs])
  return rested
}
