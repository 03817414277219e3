import { openMessage, setReadFlag } from '@portico/contract/calls/messages'
import { useCallback, useEffect, useState } from 'react'
import { track } from '../analytics/track.ts'
import { api } from '../api/api.ts'
import { ApiError } from '../api/error.ts'
import { useLeaving } from '../api/use-leaving.ts'
import type { Loaded } from '../conversation/use-earlier.ts'
import { usePage } from '../page-state.tsx'
import { type Marked, startOf, unreadIn, withEarlierMail, withNewerMail } from './mail-page.ts'
import type { Message } from './types.ts'
import { useFreshMail } from './use-fresh-mail.ts'

export interface MessageState {
  /** The message asked for; null until it is there. */
  readonly message: Message | null
  /** Messages of the conversation that were unread when it was opened. */
  readonly fresh: ReadonlySet<string>
  /** The message that it opens at; null until it is there. */
  readonly start: string | null
  readonly failure: 'not-found' | 'failed' | null
  retry(): void
  /** Shows the conversation as it is now, e.g. with a reply in it. */
  replace(message: Message): void
  markUnread(): Promise<void>
  /** Loads what was said before what is shown; null where that failed. */
  loadEarlier(): Promise<Loaded | null>
}

interface Opened {
  readonly messageId: string
  readonly message: Message
  readonly fresh: ReadonlySet<string>
  readonly start: string
}

const none: ReadonlySet<string> = new Set()

/** Opens a message, then marks what it showed as read (MC-2, MC-5); `onMarked` takes over what that answered. */
export function useMessage(messageId: string, onMarked: (change: Marked) => void): MessageState {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [failure, setFailure] = useState<{ messageId: string; kind: 'not-found' | 'failed' } | null>(null)
  const [turn, setTurn] = useState(0)
  const simulated = usePage().session?.simulation != null

  const markRead = useCallback(
    async ({ threadId }: Message, messageIds: readonly string[]) => {
      const { unreadCount } = await api.call(setReadFlag, { body: { messageIds: [...messageIds], read: true } })
      onMarked({ threadIds: [threadId], read: true, unreadCount })
    },
    [onMarked],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is another try
  useEffect(() => {
    const leaving = new AbortController()
    setFailure(null)
    const open = async () => {
      try {
        const message = await api.call(openMessage, { params: { messageId }, signal: leaving.signal })
        track({ event: 'read', messageId })
        const unread = unreadIn(message)
        setOpened({ messageId, message, fresh: new Set(unread), start: startOf(message) })
        // A mark that fails is not worth a word: the message stays unread and is marked when it is opened again.
        // What a representative looks at is not read by the member (CS-1).
        if (unread.length > 0 && !simulated && message.restorableUntil === null)
          await markRead(message, unread).catch(() => {})
      } catch (error) {
        if (leaving.signal.aborted) return
        const gone = error instanceof ApiError && (error.status === 404 || error.status === 400)
        setFailure({ messageId, kind: gone ? 'not-found' : 'failed' })
      }
    }
    open()
    return () => leaving.abort()
  }, [messageId, turn, markRead, simulated])

  /** Shows more of the conversation than before; what of it was unread is read now. */
  const take = async (part: Message, change: (last: Message) => Message) => {
    const unread = unreadIn(part)
    setOpened((last) =>
      last?.messageId === messageId
        ? { ...last, message: change(last.message), fresh: new Set([...last.fresh, ...unread]) }
        : last,
    )
    if (unread.length > 0 && !simulated && part.restorableUntil === null) await markRead(part, unread).catch(() => {})
  }

  const shown = opened?.messageId === messageId ? opened : null
  const leaving = useLeaving()
  useFreshMail(async () => {
    if (shown === null) return
    const sent = { params: { messageId }, signal: leaving(), background: true }
    // What fails here is tried with the next news; the conversation stays.
    const message = await api.call(openMessage, sent).catch(() => null)
    if (message === null || message.thread.at(-1)?.messageId === shown.message.thread.at(-1)?.messageId) return
    await take(message, (last) => withNewerMail(last, message))
  })
  return {
    message: shown?.message ?? null,
    fresh: shown?.fresh ?? none,
    start: shown?.start ?? null,
    failure: failure?.messageId === messageId ? failure.kind : null,
    retry: useCallback(() => setTurn((last) => last + 1), []),
    replace: useCallback(
      (message: Message) =>
        setOpened((last) =>
          last?.messageId === message.messageId ? { ...last, message: withNewerMail(last.message, message) } : last,
        ),
      [],
    ),
    markUnread: useCallback(async () => {
      if (shown === null) return
      const sent = { body: { messageIds: [messageId], read: false, threads: true }, loading: true }
      const { unreadCount } = await api.call(setReadFlag, sent)
      onMarked({ threadIds: [shown.message.threadId], read: false, unreadCount })
    }, [messageId, shown, onMarked]),
    loadEarlier: async () => {
      const before = shown?.message.earlier?.before
      if (before === undefined) return null
      const sent = { params: { messageId }, query: { before }, signal: leaving() }
      const part = await api.call(openMessage, sent).catch(() => null)
      if (part === null) return null
      await take(part, (last) => withEarlierMail(last, part))
      return { added: part.thread.length, left: part.earlier?.count ?? 0 }
    },
  }
}
