import { Paperclip } from 'lucide-react'
import { usePage } from '../../base/page-state.tsx'
import { QuietLink } from '../../base/router/quiet-link.tsx'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { shortMoment } from '../../base/texts/moment-label.ts'
import { MomentText } from '../../base/texts/moment-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { useNow } from '../../base/use-now.ts'
import type { MailRow } from '../../shared/conversation/types.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { Folder } from './list-query.ts'
import styles from './message-line.module.css'

interface MessageLineProps {
  readonly id: string
  readonly row: MailRow
  readonly folder: Folder
  /** Address of its newest message. */
  readonly to: string
  readonly open: boolean
  /** Null if conversations cannot be selected. */
  readonly selected: boolean | null
  readonly onSelect: (selected: boolean) => void
}

/** One conversation in the list. Unread ones are marked by weight, a dot and a hidden word, never by color alone (MC-2). */
export function MessageLine({ id, row, folder, to, open, selected, onSelect }: MessageLineProps) {
  const t = useText()
  const format = useMomentFormat()
  const now = useNow()
  // A person viewing someone else's mail did not write the member's messages (RG-3).
  const isViewing = usePage().session?.simulation?.scopes != null
  const author = row.conversation?.fromMember && !isViewing ? t('message-center.you') : row.from
  const other = folder === 'sent' ? t('message-center.to', { name: row.to }) : author
  const held = row.conversation?.messages ?? 1
  const subject = row.subject || t('message-center.no-subject')
  return (
    <li className={styles.row} data-open={open || undefined}>
      {selected !== null && (
        <Checkbox
          label={t('message-center.select', { subject })}
          labelHidden
          className={styles.pick}
          checked={selected}
          onValue={onSelect}
        />
      )}
      <QuietLink
        id={id}
        to={to}
        className={styles.line}
        data-unread={!row.read || undefined}
        aria-current={open ? 'true' : undefined}
      >
        <span className={styles.dot} aria-hidden="true" />
        <span className={styles.top}>
          <span className={styles.subject}>
            {!row.read && <VisuallyHidden>{t('message-center.unread')}: </VisuallyHidden>}
            {subject}
          </span>
          <MomentText at={row.sentAt} className={styles.moment} short />
        </span>
        <span className={styles.below}>
          <bdi>{other}</bdi>
          {held > 1 && (
            <>
              <span aria-hidden="true"> ({held})</span>
              <VisuallyHidden>, {t('message-center.held', { count: held })}</VisuallyHidden>
            </>
          )}{' '}
          — {row.excerpt}
        </span>
        {row.restorableUntil !== null && (
          <span className={styles.below}>
            {t('message-center.restorable-until', { day: shortMoment(format, row.restorableUntil, now.moment) })}
          </span>
        )}
        {row.attachmentCount > 0 && (
          <span className={styles.attachments}>
            <Paperclip aria-hidden="true" />
            {t('message-center.attachments', { count: row.attachmentCount })}
          </span>
        )}
      </QuietLink>
    </li>
  )
}
