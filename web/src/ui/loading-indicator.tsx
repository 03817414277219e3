import { useEffect, useState } from 'react'
import { useText } from '../base/texts/text.tsx'
import styles from './loading-indicator.module.css'

/** Shorter requests need no indicator: it would only flicker. */
const delayMs = 300

/** Says, after a moment, that something is loading (MN-6); disappears as soon as that is done. */
export function LoadingIndicator({ loading }: { readonly loading: boolean }) {
  const t = useText()
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!loading) return
    const timer = window.setTimeout(() => setLate(true), delayMs)
    return () => {
      window.clearTimeout(timer)
      setLate(false)
    }
  }, [loading])
  return (
    // Always rendered, so that its text is announced.
    <div role="status" className={styles.status}>
      {loading && late && (
        <p className={styles.indicator}>
          <span className={styles.spinner} aria-hidden="true" />
          {t('shell.loading')}
        </p>
      )}
    </div>
  )
}
