import { useEffect, useState } from 'react'

/** What is being typed, once no one has typed for a while: for calls that are not made for every letter. */
export function useRested(typed: string, pauseMs: number): string {
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, pauseMs])
  return rested
}
