import { useEffect, useRef, useState } from 'react'
import { idle } from '../../base/idle.ts'
import { usePage } from '../../base/page-state.tsx'
import { useNavigate, useRoute } from '../../base/router/navigation.ts'
import type { View } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import { focusOn, isFocusLost } from '../../ui/focus.ts'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { CenterHeader } from './center-header.tsx'
import { DraftsFolder } from './drafts-folder.tsx'
import { Folders } from './folders.tsx'
import { listHeadingId, rowId, toFoundId } from './line-ids.ts'
import { readListPreference } from './list-preference.ts'
import { mailboxAddress, pageWithin, queryKey, readMailQuery } from './list-query.ts'
import styles from './message-center-view.module.css'
import { MessageList } from './message-list.tsx'
import { NoMessage } from './no-message.tsx'
import { type Changes, useChanges } from './use-changes.ts'
import { useMailbox } from './use-mailbox.ts'

/** Loaded once the list is shown: most visits open a message, but none needs it sooner. */
const readingPane = createPart(async () => (await import('./reading-pane.tsx')).ReadingPane)

/** Folders, list and reading pane: side by side if there is room, otherwise one at a time (MC-1, MC-2). */
function MessageCenter() {
  const t = useText()
  const state = usePage()
  const navigate = useNavigate()
  const { segments, params } = useRoute()
  const messageId = segments[1] ?? null
  // Read at the start of the visit, so that Back finds each list as it was.
  const [preferred] = useState(() => readListPreference(state))
  const query = readMailQuery(params, preferred)
  const mailbox = useMailbox(query)
  const { page } = mailbox
  const changes = useChanges(mailbox, query.folder)

  // If the page is beyond the end, because the address is old or messages are gone, the last one is shown instead.
  const within = page === null || mailbox.loading ? query.page : pageWithin(query, page.total)
  useEffect(() => {
    if (within !== query.page)
      navigate(mailboxAddress({ ...query, page: within }, messageId, preferred), { quiet: true, replace: true })
  })

  const [opened, setOpened] = useState<OpenedMessage | null>(null)
  const openThread =
    (opened?.messageId === messageId ? opened?.threadId : undefined) ??
    page?.messages.find((row) => row.messageId === messageId)?.threadId ??
    null
  useFocusOnReturn(messageId === null ? null : { messageId, threadId: openThread })
  useEffect(() => {
    idle()
      .then(() => readingPane.load(false))
      .catch(() => {})
  }, [])
  const close = () => navigate(mailboxAddress(query, null, preferred), { quiet: true })
  useChangesSeen(changes, { listKey: queryKey(query), openThread: messageId && openThread, close })

  return (
    <div className={styles.view} data-open={messageId !== null || undefined}>
      <CenterHeader />
      <div className={styles.panel}>
        <Folders query={query} preferred={preferred} />
        {query.folder === 'drafts' ? (
          <DraftsFolder />
        ) : (
          <MessageList
            query={query}
            preferred={preferred}
            mailbox={mailbox}
            openId={messageId}
            openThread={messageId && openThread}
            changes={changes}
          />
        )}
        <div className={styles.pane}>
          {messageId === null ? (
            <NoMessage />
          ) : (
            <LazyPart
              key={messageId}
              part={readingPane}
              props={{
                messageId,
                query,
                subject: page?.messages.find((row) => row.messageId === messageId)?.subject ?? null,
                onOpened: setOpened,
                onMarked: mailbox.mark,
                changes,
                onClose: close,
              }}
            />
          )}
        </div>
      </div>
      <VisuallyHidden as="p" role="status">
        {page === null && !mailbox.failed && query.folder !== 'drafts' && t('message-center.loading')}
      </VisuallyHidden>
    </div>
  )
}

/** The open message and its conversation. */
interface OpenedMessage {
  readonly messageId: string
  readonly threadId: string
}

/** Closes a conversation that leaves its folder, and hides the outcome of a change when another list is shown. */
function useChangesSeen(
  { notice, hide }: Changes,
  shown: { readonly listKey: string; readonly openThread: string | null; readonly close: () => void },
) {
  const { listKey, openThread, close } = shown
  // biome-ignore lint/correctness/useExhaustiveDependencies: each notice concerns what was open when it came
  useEffect(() => {
    if (notice?.outcome !== 'done' || openThread === null) return
    const { kind, rows } = notice.change
    if ((kind === 'deleted' || kind === 'restored') && rows.some(({ threadId }) => threadId === openThread)) close()
  }, [notice])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the list
  useEffect(() => hide, [listKey, hide])
}

/**
 * When a conversation closes, the focus moves to its line, or to the list's heading if the list does not have it; unless it is
 * already elsewhere, as on the outcome of what was done with the conversation.
 */
function useFocusOnReturn(open: { readonly messageId: string; readonly threadId: string | null } | null) {
  const last = useRef(open)
  useEffect(() => {
    const closed = open === null ? last.current : null
    last.current = open
    if (closed === null || !isFocusLost()) return
    const { messageId, threadId } = closed
    const line = document.getElementById(rowId(threadId ?? '')) ?? document.getElementById(toFoundId(messageId))
    if (line) line.focus()
    else focusOn(document.getElementById(listHeadingId))
  })
}

export const view: View = { title: 'message-center.title', Component: MessageCenter }
