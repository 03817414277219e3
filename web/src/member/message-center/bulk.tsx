import { ArchiveRestore, Mail, MailOpen, Trash2 } from 'lucide-react'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import type { MailPage } from '../../shared/conversation/types.ts'
import { Button } from '../../ui/button.tsx'
import styles from './bulk.module.css'
import { ChangeOutcome } from './change-outcome.tsx'
import type { Folder } from './list-query.ts'
import type { Change, Changes } from './use-changes.ts'

export interface BulkProps {
  readonly folder: Folder
  readonly rows: MailPage['messages']
  readonly selected: ReadonlySet<string>
  /** Called after the selected conversations have changed. */
  readonly onDone: () => void
  readonly changes: Changes
}

/** Actions on the selected conversations, and their outcome (MC-2). */
export function Bulk({ folder, rows, selected, onDone, changes }: BulkProps) {
  const t = useText()
  const ready = useArea('mailbox')
  if (!ready) return null
  const chosen = rows.filter(({ threadId }) => selected.has(threadId))
  const act = (kind: Change['kind'], affected = chosen) =>
    changes.make({ kind, rows: affected }).then((done) => done && onDone())
  return (
    <>
      {selected.size > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset holds fields of a form, these are actions on a list
        <div role="group" aria-label={t('mailbox.actions')} className={styles.actions}>
          <p role="status" className={styles.count}>
            {t('mailbox.selected', { count: selected.size })}
          </p>
          {folder === 'inbox' && (
            <>
              <Button
                variant="quiet"
                icon={<MailOpen aria-hidden="true" />}
                onClick={() =>
                  act(
                    'read',
                    chosen.filter(({ read }) => !read),
                  )
                }
              >
                {t('mailbox.mark-read')}
              </Button>
              <Button
                variant="quiet"
                icon={<Mail aria-hidden="true" />}
                onClick={() =>
                  act(
                    'unread',
                    chosen.filter(({ read }) => read),
                  )
                }
              >
                {t('mailbox.mark-unread')}
              </Button>
            </>
          )}
          {folder === 'deleted' ? (
            <Button variant="quiet" icon={<ArchiveRestore aria-hidden="true" />} onClick={() => act('restored')}>
              {t('message-center.restore')}
            </Button>
          ) : (
            <Button variant="quiet" icon={<Trash2 aria-hidden="true" />} onClick={() => act('deleted')}>
              {t('message-center.delete')}
            </Button>
          )}
        </div>
      )}
      {changes.notice !== null && <ChangeOutcome notice={changes.notice} changes={changes} />}
    </>
  )
}
