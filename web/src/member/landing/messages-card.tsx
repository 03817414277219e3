import { Mail } from 'lucide-react'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { MomentText } from '../../base/texts/moment-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { useUnreadCount } from '../../base/unread-count.ts'
import { useViewedName } from '../../session/acting/use-viewed-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './messages-card.module.css'
import type { OverviewData } from './types.ts'

interface MessagesCardProps extends Pick<OverviewData, 'newestMessages'> {
  /** Whether the link to the messages is the page's one primary action. */
  readonly primary: boolean
}

/** The latest messages from customer service, and how many are unread (MP-1). */
export function MessagesCard({ newestMessages, primary }: MessagesCardProps) {
  const t = useText()
  const unreadCount = useUnreadCount()
  const name = useViewedName()
  return (
    <Card
      title={name === null ? t('landing.messages-title') : t('landing.messages-title-of', { name })}
      className={styles.card}
      action={unreadCount > 0 && <Badge tone="brand">{t('landing.messages-new', { count: unreadCount })}</Badge>}
    >
      {newestMessages.length === 0 ? (
        <p className={styles.empty}>
          <Mail aria-hidden="true" />
          {t('landing.messages-empty')}
        </p>
      ) : (
        <ul className={styles.list}>
          {newestMessages.map((message) => (
            <MessageLine key={message.messageId} message={message} />
          ))}
        </ul>
      )}
      <ButtonLink
        to={links.screen('message-center')}
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
  return (
    <li>
      <Link to={links.message(message.messageId)} className={styles.line} data-unread={!message.read || undefined}>
        <span className={styles.dot} aria-hidden="true" />
        <span className={styles.subject}>
          {!message.read && <VisuallyHidden>{t('landing.messages-unread')}: </VisuallyHidden>}
          {message.subject}
        </span>
        <span className={styles.meta}>
          {message.from} · <MomentText at={message.sentAt} short />
        </span>
      </Link>
    </li>
  )
}
