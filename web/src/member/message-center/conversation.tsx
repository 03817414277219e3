import { Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { track } from '../../base/analytics/track.ts'
import { usePage } from '../../base/page-state.tsx'
import { MomentText } from '../../base/texts/moment-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { messageFiles } from '../../shared/attachments/part.ts'
import { EarlierButton, EarlierStatus } from '../../shared/conversation/earlier-messages.tsx'
import type { Message, ThreadEntry } from '../../shared/conversation/types.ts'
import { type LoadedEarlier, useEarlier } from '../../shared/conversation/use-earlier.ts'
import { Badge } from '../../ui/badge.tsx'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './conversation.module.css'
import { countOlder } from './mail-page.ts'
import { useStart } from './use-start.ts'

interface ConversationProps {
  readonly message: Message
  /** Entries that were unread when the message was opened. */
  readonly fresh: ReadonlySet<string>
  /** The message that it opens at. */
  readonly start: string | null
  readonly loadEarlier: () => Promise<LoadedEarlier | null>
}

/** Who wrote what and when, oldest first (MC-2). */
export function Conversation({ message, fresh, start, loadEarlier }: ConversationProps) {
  const t = useText()
  // The only message to print; null for all of them.
  const [alone, setAlone] = useState<string | null>(null)
  const last = message.thread.at(-1)
  const thread = useStart(start, last && { messageId: last.messageId, own: last.direction === 'from-member' })
  const earlier = useEarlier(loadEarlier, thread)
  const older = countOlder(message)
  const printAlone = (messageId: string) => {
    track({ event: 'print', messageId })
    flushSync(() => setAlone(messageId))
    addEventListener('afterprint', () => setAlone(null), { once: true })
    print()
  }
  const renderEntry = (entry: ThreadEntry): ReactNode => (
    <li
      key={entry.messageId}
      className={styles.entry}
      data-message={entry.messageId}
      data-direction={entry.direction}
      data-unprinted={(alone !== null && alone !== entry.messageId) || undefined}
    >
      <EntryHead entry={entry} fresh={fresh.has(entry.messageId)} />
      {message.thread.length > 1 && (
        <button type="button" className={styles.print} onClick={() => printAlone(entry.messageId)}>
          <Printer aria-hidden="true" />
          <VisuallyHidden>{t('message-center.print-one')}</VisuallyHidden>
        </button>
      )}
      <p className={styles.text} dir="auto">
        {entry.text}
      </p>
      {entry.attachments.length > 0 && <LazyPart part={messageFiles} props={{ files: entry.attachments }} />}
    </li>
  )
  return (
    <>
      <EarlierStatus step={earlier.step} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
      <ol ref={thread} className={styles.thread} role="list" tabIndex={0} aria-label={t('message-center.conversation')}>
        {message.thread.slice(0, older).map(renderEntry)}
        {message.earlier && <EarlierButton count={message.earlier.count} state={earlier} />}
        {message.thread.slice(older).map(renderEntry)}
      </ol>
    </>
  )
}

function EntryHead({ entry, fresh }: { readonly entry: ThreadEntry; readonly fresh: boolean }) {
  const t = useText()
  // A person viewing someone else's mail did not write the member's messages (RG-3).
  const isViewing = usePage().session?.simulation?.scopes != null
  const own = entry.direction === 'from-member' && !entry.onBehalf && !isViewing
  return (
    <p className={styles.head}>
      <span className={styles.who}>{own ? t('message-center.you') : entry.from}</span>
      <MomentText at={entry.sentAt} />
      {fresh && <Badge tone="info">{t('message-center.new')}</Badge>}
    </p>
  )
}
