import { listMessages } from '@portico/contract/calls/messages'
import type { PageState } from '@portico/contract/page'
import { useCallback, useEffect, useRef } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useMailNews } from '../../base/mail-news.ts'
import { isPageFresh } from '../../base/page-age.ts'
import { usePage } from '../../base/page-state.tsx'
import { setUnreadCount } from '../../base/unread-count.ts'
import type { MailPage } from '../../shared/conversation/types.ts'
import { callQuery, type Folder, type MailListQuery, queryKey, startQuery } from './list-query.ts'
import { type MarkedRead, withRead } from './mail-page.ts'

export interface Mailbox {
  /** The requested list, or while `loading` the previous one of the same folder; null if there is none. */
  readonly page: MailPage | null
  readonly loading: boolean
  readonly failed: boolean
  reload(): void
  /** Applies the answer to readFlag. */
  mark(change: MarkedRead): void
}

interface Kept {
  readonly key: string
  readonly folder: Folder
  readonly page: MailPage
}

/** The list shown last, for the life of the page: someone who returns sees it at once, and it is updated in the background. */
const remembered = new WeakMap<PageState, Kept>()

/** One page of a folder (MC-2), first as the server rendered it. */
export function useMailbox(query: MailListQuery): Mailbox {
  const state = usePage()
  const key = queryKey(query)
  const asked = callQuery(query)
  const load = async (signal: AbortSignal, background: boolean): Promise<Kept> => {
    const page = await api.call(listMessages, { query: asked ?? {}, signal, background })
    setUnreadCount(page.unreadCount)
    return { key, folder: query.folder, page }
  }
  const rendered = readRenderedList(state)
  const { value, last, failed, reload, refresh, change } = useLoaded<Kept>(load, {
    key,
    known: remembered.get(state) ?? rendered,
    stale: rendered?.key !== key || !isPageFresh(),
    wanted: asked !== null,
  })
  // The initial value may be another list, of the same folder or not.
  const kept = value?.key === key ? value : last
  useEffect(() => {
    if (kept !== null) remembered.set(state, kept)
  }, [state, kept])

  const told = useRef<string | null>(null)
  useMailNews((news) => {
    const changed =
      kept !== null &&
      kept.folder !== 'drafts' &&
      (news.unreadCount !== kept.page.unreadCount ||
        news.threads[kept.folder] !== kept.page.total ||
        (told.current !== null && told.current !== JSON.stringify(news)))
    told.current = JSON.stringify(news)
    // The list being loaded may not include the change yet.
    if (changed && asked !== null) refresh()
  })

  const mark = useCallback(
    (marked: MarkedRead) => {
      change((shown) => ({ ...shown, page: withRead(shown.page, marked) }))
      setUnreadCount(marked.unreadCount)
    },
    [change],
  )

  return {
    page: kept?.folder === query.folder ? kept.page : null,
    loading: !failed && kept?.key !== key,
    failed,
    reload,
    mark,
  }
}

/** The server-rendered list, which follows the person's preferences. */
function readRenderedList({ view, session }: PageState): Kept | null {
  if (view.name !== 'message-center') return null
  const query = startQuery(session?.messageList ?? undefined)
  return { key: queryKey(query), folder: query.folder, page: view.page }
}
