import { useText } from '../messages/text.tsx'
import { usePage } from '../page-state.tsx'
import { Badge } from '../ui/badge.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { useUnreadCount } from '../unread-count.ts'
import styles from './unread-badge.module.css'

/** Above this only that there are more is shown; the words tell the number. */
const most = 99

interface UnreadBadgeProps {
  /** Takes no room beside the button's own words. */
  readonly onCorner?: boolean
}

/** The number of a member's unread messages on a button of the header, and in words in the button's name. */
export function UnreadBadge({ onCorner = false }: UnreadBadgeProps) {
  const t = useText()
  const { session } = usePage()
  const count = useUnreadCount()
  if (session?.role !== 'MEMBER' || count === 0) return null
  return (
    <span className={onCorner ? styles.corner : styles.inline}>
      <span aria-hidden="true">
        <Badge tone="brand" className={styles.badge}>
          {count > most ? `${most}+` : count}
        </Badge>
      </span>
      <VisuallyHidden>{t('shell.unreadMessages', { count })}</VisuallyHidden>
    </span>
  )
}
