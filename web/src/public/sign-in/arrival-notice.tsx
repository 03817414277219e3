import { usePage } from '../../base/page-state.tsx'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { Alert } from '../../ui/alert.tsx'
import styles from './arrival-notice.module.css'

export interface ArrivalNoticeProps {
  /** The query parameter `notice`; unknown values show nothing. */
  readonly notice: string
}

/** Texts for people who were sent here from another portal (ER-2) or from a site that is for others (RO-2). */
const notices = {
  'demo-account': 'loginError.demoUser.arrival',
  'for-members': 'loginError.arrival.members',
  'for-producers': 'loginError.arrival.producers',
  'for-staff': 'loginError.arrival.staff',
} as const satisfies Readonly<Record<string, MessageId>>

function isKnown(notice: string): notice is keyof typeof notices {
  return Object.hasOwn(notices, notice)
}

/** Why someone was sent here. */
export function ArrivalNotice({ notice }: ArrivalNoticeProps) {
  const ready = useArea('errors')
  return <div role="status">{ready && <ArrivalText notice={notice} />}</div>
}

/** The notice's words, once they are loaded. */
export function ArrivalText({ notice }: ArrivalNoticeProps) {
  const t = useText()
  const { brand } = usePage()
  if (!isKnown(notice)) return null
  return (
    <Alert tone="info" className={styles.notice}>
      <p>{t(notices[notice], { brand: brand.name })}</p>
    </Alert>
  )
}
