import { useNow } from '../use-now.ts'
import { useMomentFormat } from './moment.tsx'
import { fullMoment, shortMoment } from './moment-label.ts'
import styles from './moment-text.module.css'

interface MomentTextProps {
  /** ISO 8601 in UTC. */
  readonly at: string
  /** As short as possible, for a list. */
  readonly short?: boolean
  readonly className?: string | undefined
}

/** When something was: relative to now on screen, with its date in print, since paper is read on another day. */
export function MomentText({ at, short = false, className }: MomentTextProps) {
  const format = useMomentFormat()
  const { moment: now } = useNow()
  const shown = (short ? shortMoment : fullMoment)(format, at, now)
  return (
    <time dateTime={at} className={className} data-year={/\d{4}/.test(shown) || undefined}>
      <span className={styles.screen}>{shown}</span>
      <span className={styles.paper}>{format.dateTime(at)}</span>
    </time>
  )
}
