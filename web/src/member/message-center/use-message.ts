import { openMessage, setReadFlag } from '@portico/contract/calls/messages'
import { useCallback } from 'react'
import { track } from '../../base/analytics/track.ts'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { useLeaving } from '../../base/api/use-leaving.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import type { Message } from '../../shared/conversation/types.ts'
import type { LoadedEarlier } from '../../shared/conversation/use-earlier.ts'
import { useFreshMail } from '../../shared/drafts/use-fresh-mail.ts'
import { findStart, listUnreadIds, type MarkedRead, withEarlierMail, withNewerMail } from './mail-page.ts'
import { enqueue } from './queue.ts'

export interface MessageState {
  /** The requested message; null until it is loaded. */
  readonly message: Message | null
  /** Messages of the conversation that were unread when it was opened. */
  readonly fresh: ReadonlySet<string>
  /** The message that the conversation opens at; null until it is loaded. */
  readonly start: string | null
  readonly failure: 'not-found' | 'failed' | null
  retry(): void
  /** Shows the present conversation, e.g. with a reply in it. */
  replace(message: Message): void
  markUnread(): Promise<void>
  /** Loads earlier messages; null if that failed. */
  loadEarlier(): Promise<LoadedEarlier | null>
}

interface OpenedState {
  readonly message: Message
  readonly fresh: ReadonlySet<string>
  readonly start: string
}

const none: ReadonlySet<string> = new Set()

/** Opens a message, then marks the messages it showed as read (MC-2, MC-5); `onMarked` gets the answer to that. */
export function useMessage(messageId: string, onMarked: (change: MarkedRead) => void): MessageState {
  const simulated = usePage().session?.simulation != null

  /** A failed mark is ignored: the messages stay unread and are marked when opened again. */
  const markShown = ({ threadId, restorableUntil }: Message, messageIds: readonly string[]) => {
    // Messages that a representative looks at do not count as read (CS-1).
    if (messageIds.length === 0 || simulated || restorableUntil !== null) return
    enqueue(() => api.call(setReadFlag, { body: { messageIds: [...messageIds], read: true } })).then(
      ({ unreadCount }) => onMarked({ threadIds: [threadId], read: true, unreadCount }),
      () => {},
    )
  }

  const open = async (signal: AbortSignal): Promise<OpenedState> => {
    const message = await api.call(openMessage, { params: { messageId }, signal })
    track({ event: 'read', messageId })
    const unread = listUnreadIds(message)
    markShown(message, unread)
    return { message, fresh: new Set(unread), start: findStart(message) }
  }
  const { value: shown, failed, failure, reload, change } = useLoaded(open, { key: messageId })

  /** Shows more of the conversation; its unread messages then count as read. */
  const take = (part: Message, more: (last: Message) => Message) => {
    const unread = listUnreadIds(part)
    change((last) => ({ ...last, message: more(last.message), fresh: new Set([...last.fresh, ...unread]) }))
    markShown(part, unread)
  }

  const leaving = useLeaving()
  useFreshMail(async () => {
    if (shown === null) return
    const sent = { params: { messageId }, signal: leaving(), background: true }
    // If this fails, it is tried again with the next news; the conversation stays.
    const message = await api.call(openMessage, sent).catch(() => null)
    if (message === null || message.thread.at(-1)?.messageId === shown.message.thread.at(-1)?.messageId) return
    take(message, (last) => withNewerMail(last, message))
  })
  return {
    message: shown?.message ?? null,
    fresh: shown?.fresh ?? none,
    start: shown?.start ?? null,
    failure: !failed ? null : isGone(failure) ? 'not-found' : 'failed',
    retry: reload,
    replace: useCallback(
      (message: Message) =>
        change((last) =>
          last.message.messageId === message.messageId
            ? { ...last, message: withNewerMail(last.message, message) }
            : last,
        ),
      [change],
    ),
    markUnread: useCallback(async () => {
      if (shown === null) return
      const sent = { body: { messageIds: [messageId], read: false, threads: true }, loading: true }
      const { unreadCount } = await enqueue(() => api.call(setReadFlag, sent))
      onMarked({ threadIds: [shown.message.threadId], read: false, unreadCount })
    }, [messageId, shown, onMarked]),
    loadEarlier: async () => {
      const before = shown?.message.earlier?.before
      if (before === undefined) return null
      const sent = { params: { messageId }, query: { before }, signal: leaving() }
      const part = await api.call(openMessage, sent).catch(() => null)
      if (part === null) return null
      take(part, (last) => withEarlierMail(last, part))
      return { added: part.thread.length, left: part.earlier?.count ?? 0 }
    },
  }
}

function isGone(failure: unknown): boolean {
  return failure instanceof ApiError && (failure.status === 404 || failure.status === 400)
}
