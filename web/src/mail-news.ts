import type { PayloadOf } from '@portico/contract/call'
import type { mailEvents } from '@portico/contract/calls/live'
import { useEffect, useEffectEvent } from 'react'
import { setUnreadCount } from './unread-count.ts'

/** What the server told of the mail of the person on the page, unasked. */
export type MailNews = PayloadOf<typeof mailEvents>

const listeners = new Set<(news: MailNews) => void>()

/** Takes what the server told; the number changes wherever it stands, and lists look whether they still show what is so. */
export function takeMailNews(news: MailNews) {
  setUnreadCount(news.unreadCount)
  for (const listener of listeners) listener(news)
}

/** Hears what the server tells for as long as a view is shown. */
export function useMailNews(listener: (news: MailNews) => void) {
  const hear = useEffectEvent(listener)
  useEffect(() => {
    const own = (news: MailNews) => hear(news)
    listeners.add(own)
    return () => {
      listeners.delete(own)
    }
  }, [])
}
