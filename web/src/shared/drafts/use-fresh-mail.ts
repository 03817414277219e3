import { useEffect, useEffectEvent, useRef } from 'react'
import { latestMailNews, type MailNews, useMailNews } from '../../base/mail-news.ts'

/**
 * Calls the listener when messages were added or removed, or when the result of `findShape` has changed; while the page is not visible it
 * waits, since nothing unseen counts as read. Messages that this page has sent do not count as changes.
 */
export function useFreshMail(
  listener: () => void,
  findShape: (news: MailNews, own: number) => string | null = messagesIn,
) {
  const last = useRef(latestMailNews())
  const missed = useRef(false)
  const tell = useEffectEvent(() => {
    missed.current = document.visibilityState !== 'visible'
    if (!missed.current) listener()
  })
  const take = useEffectEvent((news: MailNews, own: number) => {
    // The first news may be about changes before we listened.
    const isOther = last.current === null || findShape(news, own) !== findShape(last.current, 0)
    last.current = news
    if (isOther) tell()
  })
  useMailNews(take)
  useEffect(() => {
    // News that arrived while the view was mounting has not been handled yet.
    const latest = latestMailNews()
    if (latest !== null && latest !== last.current) take(latest, 0)
  }, [])
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
