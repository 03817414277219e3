import { useCallback, useState } from 'react'
import { track } from '../analytics/track.ts'
import type { Mailbox } from './use-mailbox.ts'

/** Something done with messages; each kind is undone by another. */
export interface Change {
  readonly kind: 'read' | 'unread' | 'deleted' | 'restored'
  readonly messageIds: readonly string[]
}

/** What became of the last change. */
export type ChangeNotice =
  | { readonly outcome: 'done' | 'failed'; readonly change: Change }
  | { readonly outcome: 'undone' | 'nothing' }

export interface Changes {
  readonly notice: ChangeNotice | null
  /** Answers whether it was done. */
  make(change: Change): Promise<boolean>
  undo(change: Change): Promise<boolean>
  hide(): void
}

const opposites = { read: 'unread', unread: 'read', deleted: 'restored', restored: 'deleted' } as const

/** Marks, deletes and restores messages, and can take back the last of it (MC-2). */
export function useChanges(mailbox: Mailbox): Changes {
  const [notice, setNotice] = useState<ChangeNotice | null>(null)
  const { mark, reload } = mailbox

  const perform = useCallback(
    async (change: Change, done: ChangeNotice) => {
      try {
        const { changeMessages } = await import('./change-messages.ts')
        const { unreadCount } = await changeMessages(change)
        const { kind, messageIds } = change
        // Of deleted messages the count alone concerns this list, which is then loaded anew.
        if (kind === 'read' || kind === 'unread') mark({ messageIds, read: kind === 'read', unreadCount })
        else {
          mark({ messageIds: [], read: true, unreadCount })
          reload()
        }
        setNotice(done)
        return true
      } catch {
        setNotice({ outcome: 'failed', change })
        return false
      }
    },
    [mark, reload],
  )

  return {
    notice,
    make: useCallback(
      async (change: Change) => {
        if (change.messageIds.length === 0) {
          setNotice({ outcome: 'nothing' })
          return true
        }
        if (change.kind === 'deleted') track({ event: 'delete' })
        return perform(change, { outcome: 'done', change })
      },
      [perform],
    ),
    undo: useCallback(
      ({ kind, messageIds }: Change) => perform({ kind: opposites[kind], messageIds }, { outcome: 'undone' }),
      [perform],
    ),
    hide: useCallback(() => setNotice(null), []),
  }
}
