import { usePage } from '../page-state.tsx'
import { useText } from '../texts/text.tsx'
import { useArea } from '../texts/use-areas.ts'
import { Alert } from '../ui/alert.tsx'
import styles from './arrival-notice.module.css'

export interface ArrivalNoticeProps {
  /** The query parameter `notice`; unknown values show nothing. */
  readonly notice: string
}

/** Why someone was sent here from another portal (ER-2). */
export function ArrivalNotice({ notice }: ArrivalNoticeProps) {
  const t = useText()
  const { brand } = usePage()
  const ready = useArea('errors')

  return (
    <div role="status">
      {ready && notice === 'demo-account' && (
        <Alert tone="info" className={styles.notice}>
          <p>{t('loginError.demoUser.arrival', { brand: brand.name })}</p>
        </Alert>
      )}
    </div>
  )
}
