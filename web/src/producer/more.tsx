import { useText } from '../base/texts/text.tsx'
import lettering from '../kit/layout/lettering.module.css'
import { Button } from '../ui/button.tsx'
import styles from './producer.module.css'

interface MoreProps {
  readonly shown: number
  readonly total: number
  /** Shows more of them; null if there are no more, or no way to load them. */
  readonly onMore: (() => void) | null
}

/** Says how much of a list is shown, if not all of it (AG-4, AG-5). */
export function More({ shown, total, onMore }: MoreProps) {
  const t = useText()
  if (shown >= total) return null
  return (
    <>
      <p className={lettering.key}>{t('producer.shown', { shown, total })}</p>
      {onMore !== null && (
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={onMore}>
            {t('producer.shown.more')}
          </Button>
        </div>
      )}
    </>
  )
}
