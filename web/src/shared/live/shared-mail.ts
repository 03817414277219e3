import { runDuringSession } from '../../base/api/running.ts'
import { type MailNews, takeMailNews } from '../../base/mail-news.ts'
import { hearTabs, tellTabs } from '../../session/timers/browser-tabs.ts'
import { startMailStream } from './mail-stream.ts'

const lockName = 'portico-mail'

/**
 * Keeps this page's mail up to date. Of all the portal's browser tabs, one holds a stream and tells the others, since over HTTP/1.1 a
 * browser has only six connections to a server; when that tab is closed, another takes over. `person` is the signed-in person: a tab that
 * still shows someone else ignores the news. No news is delivered while the session is being left. Returns a function that stops it.
 */
export function startSharedMail(person: string): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const stopHearing = hearTabs((message) => {
    if (message.type === 'mail' && message.person === person) takeMailNews(message.news)
  })
  const hold = () =>
    new Promise<void>((release) => {
      const onNews = (news: MailNews) => {
        takeMailNews(news)
        tellTabs({ type: 'mail', person, news })
      }
      const stop = runDuringSession(() => startMailStream(onNews))
      signal.addEventListener('abort', () => {
        stop()
        release()
      })
    })
  // Without locks (on an insecure address), each browser tab has its own stream.
  if (navigator.locks) navigator.locks.request(lockName, { signal }, hold).catch(() => {})
  else hold()
  return () => {
    stopped.abort()
    stopHearing()
  }
}
