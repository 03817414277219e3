import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useText } from '../../base/texts/text.tsx'
import { useSetTexts } from '../../shared/message-texts/set-texts.ts'
import { Button } from '../../ui/button.tsx'
import styles from './bulk.module.css'
import type { ChangeNotice, Changes } from './use-changes.ts'

interface ChangeOutcomeProps {
  readonly notice: ChangeNotice
  readonly changes: Changes
}

/** Says what was done, with an undo button. It takes the focus, since the clicked button may be gone, and is therefore read out. */
export function ChangeOutcome({ notice, changes }: ChangeOutcomeProps) {
  const t = useText()
  const setText = useSetTexts()
  const box = useRef<HTMLParagraphElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each notice is announced again
  useEffect(() => box.current?.focus({ preventScroll: true }), [notice])
  return (
    <div className={styles.outcome} data-failed={notice.outcome === 'failed' || undefined}>
      <p ref={box} tabIndex={-1} className={styles.words}>
        {notice.outcome === 'done' && t(`mailbox.done-${notice.change.kind}`, { count: notice.change.rows.length })}
        {notice.outcome === 'failed' && setText('deleteError', t('message-center.change-failed'))}
        {notice.outcome === 'undone' && t('mailbox.undone')}
        {notice.outcome === 'nothing' && t('mailbox.nothing')}
      </p>
      {notice.outcome === 'done' && (
        <Button variant="secondary" onClick={() => changes.undo(notice.opposite)}>
          {t('mailbox.undo')}
        </Button>
      )}
      <Button variant="quiet" className={styles.hide} aria-label={t('mailbox.hide')} onClick={changes.hide}>
        <X aria-hidden="true" />
      </Button>
    </div>
  )
}
