import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Alert } from '../../ui/alert.tsx'
import styles from './reply.module.css'

/** Why a person reading someone else's messages cannot reply (RG-3). */
export function ReplyNotShared() {
  const t = useText()
  const name = usePage().session?.firstName ?? ''
  return (
    <Alert tone="info" title={t('message-center.not-shared-title')} className={styles.blocked}>
      <p>{t('message-center.not-shared', { name })}</p>
    </Alert>
  )
}
