import { overview as overviewCall } from '@portico/contract/calls/member'
import type { PageState } from '@portico/contract/page'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { type MailNews, useMailNews } from '../../base/mail-news.ts'
import { isPageFresh } from '../../base/page-age.ts'
import { usePage } from '../../base/page-state.tsx'
import { setUnreadCount, useUnreadCount } from '../../base/unread-count.ts'
import type { OverviewData } from './types.ts'

export interface OverviewState {
  /** The data loaded last; null before the first answer. */
  readonly overview: OverviewData | null
  /** Why there is nothing to show: the member has no known coverage, or the last attempt failed. */
  readonly failure: 'no-coverage' | 'failed' | null
  retry(): void
}

/** The last answer, for the life of the page; keyed by it, so that the server shares nothing between people. */
const remembered = new WeakMap<PageState, OverviewData>()

/**
 * The overview of the selected group (MP-1). The server-rendered data is shown as it is; on a later visit, people see the previous
 * data at once, and it is updated in the background.
 */
export function useOverview(): OverviewState {
  const page = usePage()
  const rendered = page.view.name === 'landing' ? page.view.overview : undefined
  const unreadCount = useUnreadCount()
  const [asSent] = useState(() => isAsSent(rendered, unreadCount) && isPageFresh())
  const load = async (signal: AbortSignal, background: boolean) => {
    const answer = await api.call(overviewCall, { signal, background }).catch(nullWithoutCoverage)
    if (answer === null) return none
    remembered.set(page, answer)
    setUnreadCount(answer.unreadCount)
    return { overview: answer }
  }
  const known = remembered.get(page) ?? rendered
  const loaded = useLoaded<{ readonly overview: OverviewData | null }>(load, {
    known: known === undefined ? null : { overview: known },
    stale: !asSent,
  })
  const overview = loaded.value?.overview ?? null
  useMailNews((news) => {
    if (overview !== null && isNewer(news, overview)) loaded.refresh()
  })
  const failure = loaded.failed ? 'failed' : loaded.value !== null ? 'no-coverage' : null
  return { overview, failure: overview === null ? failure : null, retry: loaded.reload }
}

/** Whether there is server-rendered data, and the page knows of no newer mail. */
function isAsSent(rendered: OverviewData | null | undefined, unreadCount: number): boolean {
  return rendered === null || rendered?.unreadCount === unreadCount
}

const none = { overview: null }

function nullWithoutCoverage(error: unknown): null {
  if (error instanceof ApiError && error.code === 'NOT-FOUND') return null
  throw error
}

function isNewer(news: MailNews, overview: OverviewData): boolean {
  const newest = overview.newestMessages[0]?.messageId ?? null
  return news.unreadCount !== overview.unreadCount || news.newestMessageId !== newest
}
