import { Mail, MailOpen } from 'lucide-react'
import { Link } from '../router/link.tsx'
import { links } from '../router/links.ts'
import { useMomentFormat } from '../texts/moment.tsx'
import { shortMoment } from '../texts/moment-label.ts'
import { useText } from '../texts/text.tsx'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { useUnreadCount } from '../unread-count.ts'
import { useNow } from '../use-now.ts'
import styles from './messages-card.module.css'
import type { OverviewData } from './types.ts'

interface MessagesCardProps extends Pick<OverviewData, 'newestMessages'> {
  /** Whether going there is the page's one primary action. */
  readonly primary: boolean
}

const shown = 3

/** What came from customer service last, and how much of it is unread (MP-1). */
export function MessagesCard({ newestMessages, primary }: MessagesCardProps) {
  const t = useText()
  const unreadCount = useUnreadCount()
  const newest = newestMessages.slice(0, shown)
  return (
    <Card
      title={t('landing.messages-title')}
      className={styles.card}
      action={unreadCount > 0 && <Badge tone="brand">{t('landing.messages-new', { count: unreadCount })}</Badge>}
    >
      {newest.length === 0 ? (
        <p className={styles.empty}>
          <MailOpen aria-hidden="true" />
          {t('landing.messages-empty')}
        </p>
      ) : (
        <ul className={styles.list}>
          {newest.map((message) => (
            <MessageLine key={message.messageId} message={message} />
          ))}
        </ul>
      )}
      <ButtonLink
        to={links.messageCenter()}
        variant={primary ? 'primary' : 'secondary'}
        icon={<Mail aria-hidden="true" />}
        className={styles.action}
      >
        {unreadCount > 0 ? t('landing.messages-read', { count: unreadCount }) : t('landing.messages-open')}
      </ButtonLink>
    </Card>
  )
}

function MessageLine({ message }: { readonly message: OverviewData['newestMessages'][number] }) {
  const t = useText()
  const format = useMomentFormat()
  const now = useNow()
  return (
    <li>
      <Link to={links.message(message.messageId)} className={styles.line} data-unread={!message.read || undefined}>
        <span className={styles.dot} aria-hidden="true" />
        <span className={styles.subject}>
          {!message.read && <VisuallyHidden>{t('landing.messages-unread')}: </VisuallyHidden>}
          {message.subject}
        </span>
        <span className={styles.meta}>
          {message.from} · <time dateTime={message.sentAt}>{shortMoment(format, message.sentAt, now.moment)}</time>
        </span>
      </Link>
    </li>
  )
}
