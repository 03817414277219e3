import { useEffect, useEffectEvent, useRef } from 'react'
import { useMailNews } from '../mail-news.ts'

/** Hears that messages have come or gone, once someone looks: what no one sees is not taken for read. */
export function useFreshMail(listener: () => void) {
  const last = useRef<string | null>(null)
  const missed = useRef(false)
  const tell = useEffectEvent(() => {
    missed.current = document.visibilityState !== 'visible'
    if (!missed.current) listener()
  })
  useMailNews(({ newestMessageId, totals }) => {
    const now = JSON.stringify([newestMessageId, totals])
    // The first news may be of what came before it was listened to.
    const isOther = last.current !== now
    last.current = now
    if (isOther) tell()
  })
  useEffect(() => {
    const look = () => {
      if (missed.current) tell()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}
