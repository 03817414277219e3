import { useCallback, useEffect, useRef, useState } from 'react'
import { track } from '../../base/analytics/track.ts'
import type { MailRow } from '../../shared/conversation/types.ts'
import type { Folder } from './list-query.ts'
import { enqueue } from './queue.ts'
import type { Mailbox } from './use-mailbox.ts'

/** A change to conversations; each kind is undone by another. */
export interface Change {
  readonly kind: 'read' | 'unread' | 'deleted' | 'restored'
  readonly rows: readonly Pick<MailRow, 'messageId' | 'threadId'>[]
  /** Only these messages, when a change is undone. */
  readonly only?: readonly string[]
}

/** The outcome of the last change. */
export type ChangeNotice =
  | { readonly outcome: 'done'; readonly change: Change; readonly opposite: Change }
  | { readonly outcome: 'failed' }
  | { readonly outcome: 'undone' | 'nothing' }

export interface Changes {
  readonly notice: ChangeNotice | null
  /** Returns whether it succeeded. */
  make(change: Change): Promise<boolean>
  undo(opposite: Change): Promise<boolean>
  hide(): void
}

const opposites = { read: 'unread', unread: 'read', deleted: 'restored', restored: 'deleted' } as const

/** Marks, deletes and restores messages, and can undo the last change (MC-2). */
export function useChanges(mailbox: Mailbox, folder: Folder): Changes {
  const [notice, setNotice] = useState<ChangeNotice | null>(null)
  const shown = useRef(folder)
  useEffect(() => {
    shown.current = folder
  }, [folder])
  const { mark, reload } = mailbox

  const perform = useCallback(
    async (change: Change) => {
      try {
        const { changeMessages } = await import('./change-messages.ts')
        const { unreadCount, messageIds } = await enqueue(() => changeMessages(change))
        const { kind, rows } = change
        const threadIds = rows.map(({ threadId }) => threadId)
        // For deleted messages, only the count matters here; the list is then reloaded.
        if (kind === 'read' || kind === 'unread') mark({ threadIds, read: kind === 'read', unreadCount })
        else {
          mark({ threadIds: [], read: true, unreadCount })
          reload()
        }
        // In another folder, only a failure is shown.
        if (shown.current !== folder) return true
        setNotice(
          change.only
            ? { outcome: 'undone' }
            : { outcome: 'done', change, opposite: { kind: opposites[kind], rows, only: messageIds } },
        )
        return true
      } catch {
        setNotice({ outcome: 'failed' })
        return false
      }
    },
    [mark, reload, folder],
  )

  return {
    notice,
    make: useCallback(
      async (change: Change) => {
        if (change.rows.length === 0) {
          setNotice({ outcome: 'nothing' })
          return true
        }
        if (change.kind === 'deleted') track({ event: 'delete' })
        return perform(change)
      },
      [perform],
    ),
    undo: perform,
    hide: useCallback(() => setNotice(null), []),
  }
}
