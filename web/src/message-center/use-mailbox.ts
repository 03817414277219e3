import { listMessages } from '@portico/contract/calls/messages'
import type { PageState } from '@portico/contract/page'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../api/api.ts'
import { useLeaving } from '../api/use-leaving.ts'
import { useMailNews } from '../mail-news.ts'
import { isPageFresh } from '../page-age.ts'
import { usePage } from '../page-state.tsx'
import { setUnreadCount } from '../unread-count.ts'
import { callQuery, type Folder, type ListQuery, queryKey, startQuery } from './list-query.ts'
import { type Marked, withRead } from './mail-page.ts'
import type { MailPage } from './types.ts'

export interface Mailbox {
  /** The list asked for, or the one before it of the same folder while `loading`; null when there is none. */
  readonly page: MailPage | null
  readonly loading: boolean
  readonly failed: boolean
  reload(): void
  /** Takes over what an answer to readFlag said. */
  mark(change: Marked): void
}

interface Loaded {
  readonly key: string
  readonly folder: Folder
  readonly page: MailPage
}

/** The list shown last, for the life of the page: whoever comes back sees it at once and it is brought up to date behind it. */
const remembered = new WeakMap<PageState, Loaded>()

/** One page of a folder (MC-2), first as the server rendered it. */
export function useMailbox(query: ListQuery): Mailbox {
  const state = usePage()
  const key = queryKey(query)
  const [loaded, setLoaded] = useState<Loaded | null>(() => remembered.get(state) ?? renderedList(state))
  const [failedKey, setFailedKey] = useState<string | null>(null)
  const [turn, setTurn] = useState(0)
  const untouched = useRef(true)
  const reload = useCallback(() => setTurn((last) => last + 1), [])

  useEffect(() => {
    if (loaded !== null) remembered.set(state, loaded)
  }, [state, loaded])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the query
  useEffect(() => {
    const first = untouched.current
    untouched.current = false
    const asked = callQuery(query)
    if (asked === null || (first && isPageFresh() && key === renderedList(state)?.key)) return
    const leaving = new AbortController()
    setFailedKey(null)
    api.call(listMessages, { query: asked, signal: leaving.signal }).then(
      (page) => {
        setLoaded({ key, folder: query.folder, page })
        setUnreadCount(page.unreadCount)
      },
      () => {
        if (!leaving.signal.aborted) setFailedKey(key)
      },
    )
    return () => leaving.abort()
  }, [state, key, turn])

  const leaving = useLeaving()
  const told = useRef<string | null>(null)
  useMailNews(async (news) => {
    const asked = callQuery(query)
    const changed =
      loaded !== null &&
      loaded.folder !== 'drafts' &&
      (news.unreadCount !== loaded.page.unreadCount ||
        news.threads[loaded.folder] !== loaded.page.total ||
        (told.current !== null && told.current !== JSON.stringify(news)))
    told.current = JSON.stringify(news)
    if (!changed || loaded.key !== key || asked === null) return
    // What fails here is tried with the next news; the list stays.
    const page = await api.call(listMessages, { query: asked, signal: leaving(), background: true }).catch(() => null)
    if (page === null) return
    setLoaded((last) => (last?.key === key ? { ...last, page } : last))
    setUnreadCount(page.unreadCount)
  })

  const mark = useCallback((change: Marked) => {
    setLoaded((last) => last && { ...last, page: withRead(last.page, change) })
    setUnreadCount(change.unreadCount)
  }, [])

  const failed = failedKey === key
  return {
    page: loaded?.folder === query.folder ? loaded.page : null,
    loading: !failed && loaded?.key !== key,
    failed,
    reload,
    mark,
  }
}

/** The server renders the list as the person prefers it. */
function renderedList({ view, session }: PageState): Loaded | null {
  if (view.name !== 'message-center') return null
  const query = startQuery(session?.messageList ?? undefined)
  return { key: queryKey(query), folder: query.folder, page: view.page }
}
