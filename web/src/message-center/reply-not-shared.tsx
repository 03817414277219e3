import { usePage } from '../page-state.tsx'
import { useText } from '../texts/text.tsx'
import { Alert } from '../ui/alert.tsx'
import styles from './reply.module.css'

/** Why someone who reads another's messages has no box for a reply (RG-3). */
export function ReplyNotShared() {
  const t = useText()
  const name = usePage().session?.firstName ?? ''
  return (
    <Alert tone="info" title={t('message-center.not-shared-title')} className={styles.blocked}>
      <p>{t('message-center.not-shared', { name })}</p>
    </Alert>
  )
}
