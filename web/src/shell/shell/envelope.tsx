import { Mail } from 'lucide-react'
import { usePage } from '../../base/page-state.tsx'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import { useUnreadCount } from '../../base/unread-count.ts'
import { useMay } from '../../session/acting/use-may.ts'
import { Badge } from '../../ui/badge.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './envelope.module.css'

/** Above this the badge only says that there are more; the hidden text has the number. */
const maxShown = 99

/** The link to the messages on every page, with the unread count (MC-2). */
export function Envelope({ className }: { readonly className?: string | undefined }) {
  const t = useText()
  const mayRead = useMay('messages')
  const count = useUnreadCount()
  if (usePage().session?.role !== 'MEMBER' || !mayRead) return null
  const unread = count > 0 ? `, ${t('shell.unreadMessages', { count })}` : ''
  return (
    <div className={className}>
      <Link to={links.screen('message-center')} className={styles.link}>
        <Mail aria-hidden="true" />
        <VisuallyHidden>{t('shell.messages') + unread}</VisuallyHidden>
        {count > 0 && (
          <span aria-hidden="true" className={styles.corner}>
            <Badge tone="brand" className={styles.badge}>
              {count > maxShown ? `${maxShown}+` : count}
            </Badge>
          </span>
        )}
      </Link>
    </div>
  )
}
