import { useEffect, useEffectEvent, useRef } from 'react'
import { latestMailNews, type MailNews, useMailNews } from '../mail-news.ts'

/**
 * Hears that messages have come or gone, or whatever else `shapeOf` tells apart, once someone looks: what no one sees is
 * not taken for read. What this page has sent itself is no news.
 */
export function useFreshMail(
  listener: () => void,
  shapeOf: (news: MailNews, own: number) => string | null = messagesIn,
) {
  const last = useRef(latestMailNews())
  const missed = useRef(false)
  const tell = useEffectEvent(() => {
    missed.current = document.visibilityState !== 'visible'
    if (!missed.current) listener()
  })
  useMailNews((news, own) => {
    // The first news may be about changes before we listened.
    const isOther = last.current === null || shapeOf(news, own) !== shapeOf(last.current, 0)
    last.current = news
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

function messagesIn({ newestMessageId, totals: { inbox, sent, deleted } }: MailNews, own: number): string {
  return JSON.stringify([newestMessageId, inbox, sent - own, deleted])
}
