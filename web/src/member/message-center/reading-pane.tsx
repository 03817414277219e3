import { ArrowLeft, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { track } from '../../base/analytics/track.ts'
import { useText } from '../../base/texts/text.tsx'
import { useMay } from '../../session/acting/use-may.ts'
import { claimLinks } from '../../shared/claim-parts/part.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Conversation } from './conversation.tsx'
import type { MailListQuery } from './list-query.ts'
import { MessageTools } from './message-tools.tsx'
import styles from './reading-pane.module.css'
import { Reply } from './reply.tsx'
import { ReplyBlocked } from './reply-blocked.tsx'
import { ReplyNotShared } from './reply-not-shared.tsx'
import type { Changes } from './use-changes.ts'
import { useMessage } from './use-message.ts'

interface ReadingPaneProps {
  readonly messageId: string
  readonly query: MailListQuery
  /** The subject as known from the list, so that the heading shows at once; null if the message is not in the list. */
  readonly subject: string | null
  readonly onOpened: (opened: { readonly messageId: string; readonly threadId: string }) => void
  readonly onMarked: Parameters<typeof useMessage>[1]
  readonly changes: Changes
  readonly onClose: () => void
}

/** An open message: its conversation and the reply form (MC-2). */
export function ReadingPane({ messageId, subject, query, onOpened, onMarked, changes, onClose }: ReadingPaneProps) {
  const mayWrite = useMay('write')
  const t = useText()
  const opened = useMessage(messageId, onMarked)
  const { message, failure } = opened
  const threadId = message?.threadId
  useEffect(() => {
    if (threadId !== undefined) onOpened({ messageId, threadId })
  }, [messageId, threadId, onOpened])
  const heading = useHeadingFocus(message !== null)
  const title = failure === null ? (message?.subject ?? subject) : t(`message-center.${failure}-title`)

  const back = () => {
    track({ event: 'back' })
    onClose()
  }
  const closeOnEscape = (event: KeyboardEvent<HTMLElement>) => {
    // Escape in a picture or another dialog closes only that.
    const isElsewhere = event.target instanceof Element && event.target.closest('textarea, dialog') !== null
    if (event.key === 'Escape' && !isElsewhere && !event.defaultPrevented) onClose()
  }

  return (
    <article className={styles.article} aria-labelledby="message-heading" onKeyDown={closeOnEscape}>
      <div className={styles.tools}>
        <Button variant="quiet" className={styles.back} icon={<ArrowLeft aria-hidden="true" />} onClick={back}>
          {t('message-center.back')}
        </Button>
        {message !== null && <MessageTools opened={opened} folder={query.folder} changes={changes} />}
        <Button variant="quiet" className={styles.close} aria-label={t('message-center.close')} onClick={onClose}>
          <X aria-hidden="true" />
        </Button>
      </div>
      <h2 ref={heading} id="message-heading" tabIndex={-1} className={styles.subject}>
        {title === '' ? t('message-center.no-subject') : (title ?? t('message-center.opening'))}
      </h2>
      {message !== null && (
        <div className={styles.body}>
          <Topic category={message.category} subCategory={message.subCategory} />
          {message.claims.length > 0 && <LazyPart part={claimLinks} props={{ claims: message.claims }} />}
          <Conversation
            key={message.threadId}
            message={message}
            fresh={opened.fresh}
            start={opened.start}
            loadEarlier={opened.loadEarlier}
          />
          {mayWrite && message.replyAllowed && (
            <Reply key={`reply to ${message.threadId}`} message={message} onSent={opened.replace} />
          )}
          {!mayWrite && <ReplyNotShared />}
          {mayWrite && !message.replyAllowed && <ReplyBlocked reason={message.replyBlockedReason} />}
        </div>
      )}
      {message === null && failure === null && <PaneSkeleton />}
      {failure === 'failed' && <ErrorState onRetry={opened.retry} />}
      {failure === 'not-found' && (
        <>
          <p className={styles.topic}>{t('message-center.not-found')}</p>
          <Button variant="secondary" className={styles.away} onClick={back}>
            {t('message-center.back')}
          </Button>
        </>
      )}
    </article>
  )
}

function Topic({ category, subCategory }: { readonly category: string; readonly subCategory: string }) {
  const t = useText()
  if (category === '') return null
  const words = subCategory === '' ? category : t('message-center.category', { category, subCategory })
  return <p className={styles.topic}>{words}</p>
}

function PaneSkeleton() {
  return (
    <div aria-hidden="true" className={styles.skeleton}>
      <Skeleton shape="line" />
      <Skeleton shape="block" />
    </div>
  )
}

/** When a message opens, the focus moves to its heading; if it replaces the list, the page scrolls to the top. */
function useHeadingFocus(loaded: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  // Before the conversation scrolls to the message that it opens at.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the loaded content may have moved the heading
  useLayoutEffect(() => {
    if ((heading.current?.getBoundingClientRect().top ?? 0) < 0) window.scrollTo(0, 0)
  }, [loaded])
  return heading
}
