import { mailEvents } from '@portico/contract/calls/live'
import { LIVE_SILENCE_MS, pauseBeforeReconnect } from '@portico/rules/messages/live'
import { api } from '../../base/api/api.ts'
import type { MailNews } from '../../base/mail-news.ts'

/**
 * Listens for changes to the person's mail (MC-6); returns a function that stops it. A stream that breaks, goes silent or is refused is
 * reopened after ever longer pauses. Each attempt first makes a normal call, so that the page still gets the news if no stream comes
 * through, and learns when its session is over. Offline, it waits for the connection.
 */
export function startMailStream(onNews: (news: MailNews) => void): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let attempts = 0
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
    stands()
  }

  const retry = () => {
    source?.close()
    clearTimeout(timer)
    failures += 1
    timer = setTimeout(again, pauseBeforeReconnect(failures, Math.random()))
  }

  const again = async () => {
    if (navigator.onLine === false) return
    attempts += 1
    const attempt = attempts
    const news = await api.call(mailEvents, { signal }).catch(() => null)
    if (signal.aborted || attempt !== attempts) return
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
  if (navigator.onLine !== false) open()
  return close
}
