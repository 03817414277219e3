import type { PayloadOf } from '@portico/contract/call'
import type { mailEvents } from '@portico/contract/calls/live'
import { useEffectEvent, useLayoutEffect } from 'react'
import { setUnreadCount } from './unread-count.ts'

/** News about the person's mail, pushed by the server. */
export type MailNews = PayloadOf<typeof mailEvents>

/** `own`: how many of the new messages this page has just sent, and already shows. */
type Listener = (news: MailNews, own: number) => void

const listeners = new Set<Listener>()
let last: MailNews | null = null
let expected = 0

/** The latest news; null before the first. */
export function latestMailNews(): MailNews | null {
  return last
}

/**
 * To be called when this page sends a message, which it shows by itself. Returns a function to call if the message was not sent.
 */
export function expectOwnMessage(): () => void {
  expected += 1
  return () => {
    expected = Math.max(0, expected - 1)
  }
}

/** Applies the server's news: the unread number changes everywhere, and lists check whether they are up to date. */
export function takeMailNews(news: MailNews) {
  const own = last === null ? 0 : Math.max(0, Math.min(expected, news.totals.sent - last.totals.sent))
  expected -= own
  last = news
  setUnreadCount(news.unreadCount)
  for (const listener of listeners) listener(news, own)
}

/** Listens for the server's news as long as a view is shown, from the moment it is on the page. */
export function useMailNews(listener: Listener) {
  const hear = useEffectEvent(listener)
  useLayoutEffect(() => {
    const handleNews: Listener = (news, own) => hear(news, own)
    listeners.add(handleNews)
    return () => {
      listeners.delete(handleNews)
    }
  }, [])
}
