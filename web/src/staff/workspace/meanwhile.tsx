import { useText } from '../../base/texts/text.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import type { ThreadChange } from './changes.ts'
import styles from './meanwhile.module.css'
import type { Others } from './use-presence.ts'

interface MeanwhileProps {
  readonly others: Others
  readonly changes: readonly ThreadChange[]
  /** Whether the conversation shown is out of date. */
  readonly isOld: boolean
  readonly onShow: () => void
  readonly onForget: () => void
}

/**
 * Who else has the conversation open, and what has happened to it in the meantime, so that no two people answer without knowing.
 */
export function Meanwhile({ others, changes, isOld, onShow, onForget }: MeanwhileProps) {
  const t = useText()
  return (
    <div role="status" className={styles.meanwhile}>
      {others.length > 0 && (
        <Alert tone="warning">
          {others.map(({ accountId, name, typing }) => (
            <p key={accountId}>{t(typing ? 'workspace.typing' : 'workspace.here', { name })}</p>
          ))}
        </Alert>
      )}
      {isOld && (
        <Alert tone="warning" title={t('workspace.old')}>
          <Button variant="secondary" onClick={onShow}>
            {t('workspace.old.show')}
          </Button>
        </Alert>
      )}
      {changes.length > 0 && !isOld && (
        <Alert tone="info" title={t('workspace.changed')}>
          <ul>
            {changes
              .map((change) => t(`workspace.changed.${change.kind}`, 'by' in change ? { by: change.by } : {}))
              .map((words) => (
                <li key={words}>{words}</li>
              ))}
          </ul>
          <Button variant="quiet" onClick={onForget}>
            {t('workspace.changed.seen')}
          </Button>
        </Alert>
      )}
    </div>
  )
}
