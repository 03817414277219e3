import { overview as overviewCall } from '@portico/contract/calls/member'
import type { PageState } from '@portico/contract/page'
import { useCallback, useEffect, useState } from 'react'
import { api } from '../api/api.ts'
import { ApiError } from '../api/error.ts'
import { type MailNews, useMailNews } from '../mail-news.ts'
import { isPageFresh } from '../page-age.ts'
import { usePage } from '../page-state.tsx'
import { setUnreadCount, useUnreadCount } from '../unread-count.ts'
import type { OverviewData } from './types.ts'

export interface OverviewState {
  /** What was loaded last; null before the first answer. */
  readonly overview: OverviewData | null
  /** There is nothing to show: no coverage is known of the member, or the last attempt failed. */
  readonly failure: 'no-coverage' | 'failed' | null
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
  const rendered = page.view.name === 'landing' ? page.view.overview : undefined
  const [overview, setOverview] = useState(() => remembered.get(page) ?? rendered ?? null)
  const [failure, setFailure] = useState<OverviewState['failure']>(rendered === null ? 'no-coverage' : null)

  const unreadCount = useUnreadCount()
  const [attempt, setAttempt] = useState(() => (isAsSent(rendered, unreadCount) && isPageFresh() ? 0 : 1))

  useEffect(() => {
    if (attempt === 0) return
    const leaving = new AbortController()
    api.call(overviewCall, { signal: leaving.signal }).then(
      (answer) => {
        remembered.set(page, answer)
        setOverview(answer)
        setUnreadCount(answer.unreadCount)
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setFailure(hasNoCoverage(error) ? 'no-coverage' : 'failed')
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
    setFailure(null)
    setAttempt((last) => last + 1)
  }, [])

  return { overview, failure: overview === null ? failure : null, retry }
}

/** Whether what the server rendered is there, and its mail no older than what the page knows by now. */
function isAsSent(rendered: OverviewData | null | undefined, unreadCount: number): boolean {
  return rendered === null || rendered?.unreadCount === unreadCount
}

function hasNoCoverage(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NOT-FOUND'
}

function isNewer(news: MailNews, overview: OverviewData): boolean {
  const newest = overview.newestMessages[0]?.messageId ?? null
  return news.unreadCount !== overview.unreadCount || news.newestMessageId !== newest
}
