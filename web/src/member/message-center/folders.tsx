import type { ListPreference } from '@portico/rules/messages/list-order'
import { Inbox, PencilLine, Send, Trash2 } from 'lucide-react'
import { usePage } from '../../base/page-state.tsx'
import { QuietLink } from '../../base/router/quiet-link.tsx'
import { useText } from '../../base/texts/text.tsx'
import { useUnreadCount } from '../../base/unread-count.ts'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './folders.module.css'
import { folders, type MailListQuery, mailboxAddress, readMailQuery } from './list-query.ts'

const icons = { inbox: Inbox, drafts: PencilLine, sent: Send, deleted: Trash2 } as const

interface FoldersProps {
  readonly query: MailListQuery
  readonly preferred: ListPreference
}

/** Inbox with the server's unread count, Drafts, Sent and Deleted (MC-2, MC-3). */
export function Folders({ query, preferred }: FoldersProps) {
  const t = useText()
  const { brand, session } = usePage()
  // A representative may not read a member's drafts (CS-1).
  const shown = session?.simulation ? folders.filter((folder) => folder !== 'drafts') : folders
  const unreadCount = useUnreadCount()
  return (
    <div className={styles.rail}>
      <nav aria-label={t('message-center.folders')}>
        <ul className={styles.list}>
          {shown.map((folder) => {
            const Icon = icons[folder]
            return (
              <li key={folder}>
                <QuietLink
                  to={mailboxAddress(
                    readMailQuery({ folder, pageSize: String(query.pageSize) }, preferred),
                    null,
                    preferred,
                  )}
                  className={styles.folder}
                  aria-current={query.folder === folder ? 'page' : undefined}
                >
                  <Icon aria-hidden="true" />
                  {t(`message-center.${folder}`)}
                  {folder === 'inbox' && unreadCount > 0 && (
                    <>
                      <Badge tone="brand" className={styles.count}>
                        <span aria-hidden="true">{unreadCount}</span>
                      </Badge>
                      <VisuallyHidden>{t('message-center.unread-count', { count: unreadCount })}</VisuallyHidden>
                    </>
                  )}
                </QuietLink>
              </li>
            )
          })}
        </ul>
      </nav>
      <p className={styles.call}>
        {t('message-center.call')} <PhoneLink className={styles.phone} />
        <span className={styles.hours}>{brand.customerServiceHours}</span>
      </p>
    </div>
  )
}
