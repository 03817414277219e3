import { mailEvents } from '@portico/contract/calls/live'
import { LIVE_SILENCE_MS, pauseBeforeReconnect } from '@portico/rules/messages/live'
import { api } from '../api/api.ts'
import type { MailNews } from '../mail-news.ts'
import { endsWithSession } from '../timers/running.ts'

/**
 * Hears from the server when the person's mail changes (MC-6); returns how to stop. A stream that breaks, falls silent
 * or is refused is tried again after ever longer pauses; each try first asks once, so that where no stream comes through,
 * the page goes by asking, and learns when its session is over. Offline, it waits for the connection; once the session is
 * left, it is over.
 */
export function startMailStream(onNews: (news: MailNews) => void): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  const stopped = new AbortController()
  const { signal } = stopped

  const open = () => {
    const opened = new EventSource(mailEvents.path)
    source = opened
    const stands = () => {
      clearTimeout(timer)
      timer = setTimeout(retry, LIVE_SILENCE_MS)
    }
    opened.addEventListener('message', ({ data }) => {
      failures = 0
      stands()
      onNews(JSON.parse(data))
    })
    opened.addEventListener('beat', stands)
    opened.addEventListener('end', retry)
    opened.addEventListener('error', retry)
  }

  const retry = () => {
    source?.close()
    clearTimeout(timer)
    failures += 1
    timer = setTimeout(again, pauseBeforeReconnect(failures, Math.random()))
  }

  const again = async () => {
    if (navigator.onLine === false) return
    const news = await api.call(mailEvents, { signal }).catch(() => null)
    if (signal.aborted) return
    if (news !== null) onNews(news)
    if (news === null) retry()
    else open()
  }

  const online = () => {
    clearTimeout(timer)
    source?.close()
    again()
  }
  const close = () => {
    stopped.abort()
    clearTimeout(timer)
    source?.close()
  }
  window.addEventListener('online', online, { signal })
  const forget = endsWithSession(close)
  if (!signal.aborted && navigator.onLine !== false) open()
  return () => {
    forget()
    close()
  }
}
