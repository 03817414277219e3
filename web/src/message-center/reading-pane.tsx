import { ArrowLeft, MailMinus, Printer, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { track } from '../analytics/track.ts'
import { useText } from '../messages/text.tsx'
import { usePage } from '../page-state.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Conversation } from './conversation.tsx'
import type { ListQuery } from './list-query.ts'
import styles from './reading-pane.module.css'
import { Reply } from './reply.tsx'
import { ReplyBlocked } from './reply-blocked.tsx'
import { type MessageState, useMessage } from './use-message.ts'

interface ReadingPaneProps {
  readonly messageId: string
  readonly query: ListQuery
  /** As the list knows it, so that the heading is there at once; null when the list does not hold the message. */
  readonly subject: string | null
  readonly onMarked: Parameters<typeof useMessage>[1]
  readonly onClose: () => void
}

/** An open message: its conversation, and the reply to it (MC-2). */
export function ReadingPane({ messageId, subject, query, onMarked, onClose }: ReadingPaneProps) {
  const t = useText()
  const { brand } = usePage()
  const opened = useMessage(messageId, onMarked)
  const { message, failure } = opened
  const heading = useHeadingFocus(message !== null)
  const title = failure === null ? (message?.subject ?? subject) : t(`message-center.${failure}-title`)

  const back = () => {
    track({ event: 'back' })
    onClose()
  }
  const closeOnEscape = (event: KeyboardEvent<HTMLElement>) => {
    const writing = event.target instanceof HTMLTextAreaElement
    if (event.key === 'Escape' && !writing && !event.defaultPrevented) onClose()
  }

  return (
    <article className={styles.article} aria-labelledby="message-heading" onKeyDown={closeOnEscape}>
      <div className={styles.tools}>
        <Button variant="quiet" className={styles.back} icon={<ArrowLeft aria-hidden="true" />} onClick={back}>
          {t('message-center.back')}
        </Button>
        {message !== null && <Tools opened={opened} folder={query.folder} />}
        <Button variant="quiet" className={styles.close} aria-label={t('message-center.close')} onClick={onClose}>
          <X aria-hidden="true" />
        </Button>
      </div>
      <p className={styles.letterhead}>
        {brand.name} · {brand.servicePhone}
      </p>
      <h2 ref={heading} id="message-heading" tabIndex={-1} className={styles.subject}>
        {title === '' ? t('message-center.no-subject') : (title ?? t('message-center.opening'))}
      </h2>
      {message !== null && (
        <div className={styles.body}>
          <Topic category={message.category} subCategory={message.subCategory} />
          <Conversation message={message} fresh={opened.fresh} />
          {message.replyAllowed ? (
            <Reply key={message.threadId} message={message} onSent={opened.replace} />
          ) : (
            <ReplyBlocked reason={message.replyBlockedReason} />
          )}
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

interface ToolsProps {
  readonly opened: MessageState
  readonly folder: ListQuery['folder']
}

function Tools({ opened, folder }: ToolsProps) {
  const t = useText()
  const { session } = usePage()
  const [marked, setMarked] = useState(false)
  const printMessage = () => {
    if (opened.message) track({ event: 'print', messageId: opened.message.messageId })
    print()
  }
  const markUnread = () => opened.markUnread().then(() => setMarked(true), opened.retry)
  return (
    <>
      {folder === 'inbox' && !session?.simulation && (
        <Button variant="quiet" icon={<MailMinus aria-hidden="true" />} onClick={markUnread}>
          <span className={styles.words}>{t('message-center.mark-unread')}</span>
        </Button>
      )}
      <Button variant="quiet" icon={<Printer aria-hidden="true" />} onClick={printMessage}>
        <span className={styles.words}>{t('message-center.print')}</span>
      </Button>
      <span role="status" className={styles.status}>
        {marked && t('message-center.marked-unread')}
      </span>
    </>
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

/** Opening a message moves the focus to its heading; where the list gives way to it, it begins at the top of the page. */
function useHeadingFocus(loaded: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was loaded may have moved the heading
  useEffect(() => {
    if ((heading.current?.getBoundingClientRect().top ?? 0) < 0) window.scrollTo(0, 0)
  }, [loaded])
  return heading
}
