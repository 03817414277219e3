import { useEffect, useRef, useState } from 'react'
import { useText } from '../messages/text.tsx'
import { usePage } from '../page-state.tsx'
import { useNavigate, useRoute } from '../router/navigation.ts'
import type { View } from '../router/view.ts'
import { CenterHeader } from './center-header.tsx'
import { Folders } from './folders.tsx'
import { preferredList } from './list-preference.ts'
import { addressOf, pageWithin, readListQuery } from './list-query.ts'
import styles from './message-center-view.module.css'
import { MessageList, rowId } from './message-list.tsx'
import { NoMessage } from './no-message.tsx'
import { ReadingPane } from './reading-pane.tsx'
import { useMailbox } from './use-mailbox.ts'

/** Folders, list and reading pane: side by side where there is room, else one after the other (MC-1, MC-2). */
function MessageCenter() {
  const t = useText()
  const state = usePage()
  const navigate = useNavigate()
  const { segments, params } = useRoute()
  const messageId = segments[1] ?? null
  // As of the visit's beginning, so that going back finds each list as it was.
  const [preferred] = useState(() => preferredList(state))
  const query = readListQuery(params, preferred)
  const mailbox = useMailbox(query)
  const { page } = mailbox

  // A page beyond the end, of an old address or after messages have gone, shows the last one instead.
  const within = page === null || mailbox.loading ? query.page : pageWithin(query, page.total)
  useEffect(() => {
    if (within !== query.page)
      navigate(addressOf({ ...query, page: within }, messageId, preferred), { quiet: true, replace: true })
  })

  useFocusOnReturn(messageId)
  const close = () => navigate(addressOf(query, null, preferred), { quiet: true })

  return (
    <div
      className={styles.view}
      data-open={messageId !== null || undefined}
      data-long={(page?.messages.length ?? 0) > 10 || undefined}
    >
      <CenterHeader />
      <div className={styles.panel}>
        <Folders query={query} preferred={preferred} />
        <MessageList query={query} preferred={preferred} mailbox={mailbox} openId={messageId} />
        <div className={styles.pane}>
          {messageId === null ? (
            <NoMessage />
          ) : (
            <ReadingPane
              key={messageId}
              messageId={messageId}
              query={query}
              subject={page?.messages.find((row) => row.messageId === messageId)?.subject ?? null}
              onMarked={mailbox.mark}
              onClose={close}
            />
          )}
        </div>
      </div>
      <p role="status" className={styles.status}>
        {page === null && !mailbox.failed && t('message-center.loading')}
      </p>
    </div>
  )
}

/** Whoever closes a message goes on at its line of the list. */
function useFocusOnReturn(messageId: string | null) {
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (messageId === null && last.current !== null) document.getElementById(rowId(last.current))?.focus()
    last.current = messageId
  }, [messageId])
}

export const view: View = { title: 'message-center.title', Component: MessageCenter }
