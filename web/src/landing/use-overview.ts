import { overview as overviewCall } from '@portico/contract/calls/member'
import type { PageState } from '@portico/contract/page'
import { useCallback, useEffect, useState } from 'react'
import { api } from '../api/api.ts'
import { type MailNews, useMailNews } from '../mail-news.ts'
import { isPageFresh } from '../page-age.ts'
import { usePage } from '../page-state.tsx'
import { setUnreadCount, useUnreadCount } from '../unread-count.ts'
import type { OverviewData } from './types.ts'

export interface OverviewState {
  /** What was loaded last; null before the first answer. */
  readonly overview: OverviewData | null
  /** The last attempt failed and there is nothing to show. */
  readonly failed: boolean
  retry(): void
}

/** What was answered last, for the life of the page; keyed by it, so that the server shares nothing between people. */
const remembered = new WeakMap<PageState, OverviewData>()

/**
 * The overview of the selected group (MP-1). What the server rendered is shown as it is; whoever comes back later sees
 * what was there at once, and it is brought up to date behind it.
 */
export function useOverview(): OverviewState {
  const page = usePage()
  const rendered = page.view.name === 'landing' ? page.view.overview : null
  const [overview, setOverview] = useState(() => remembered.get(page) ?? rendered)
  const [failed, setFailed] = useState(false)

  const unreadCount = useUnreadCount()
  const [attempt, setAttempt] = useState(() => (rendered?.unreadCount === unreadCount && isPageFresh() ? 0 : 1))

  useEffect(() => {
    if (attempt === 0) return
    const leaving = new AbortController()
    api.call(overviewCall, { signal: leaving.signal }).then(
      (answer) => {
        remembered.set(page, answer)
        setOverview(answer)
        setUnreadCount(answer.unreadCount)
      },
      () => {
        if (!leaving.signal.aborted) setFailed(true)
      },
    )
    return () => leaving.abort()
  }, [page, attempt])

  useMailNews((news) => {
    if (overview === null || !isNewer(news, overview)) return
    api.call(overviewCall, { background: true }).then(
      (answer) => {
        remembered.set(page, answer)
        setOverview(answer)
        setUnreadCount(answer.unreadCount)
      },
      () => {},
    )
  })

  const retry = useCallback(() => {
    setFailed(false)
    setAttempt((last) => last + 1)
  }, [])

  return { overview, failed: failed && overview === null, retry }
}

function isNewer(news: MailNews, overview: OverviewData): boolean {
  const newest = overview.newestMessages[0]?.messageId ?? null
  return news.unreadCount !== overview.unreadCount || news.newestMessageId !== newest
}
