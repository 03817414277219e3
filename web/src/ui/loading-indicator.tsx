import { useEffect, useState } from 'react'
import { useText } from '../texts/text.tsx'
import styles from './loading-indicator.module.css'

/** A request that is done sooner needs no indicator: it would only flicker. */
const delayMs = 300

/** Says that something is being loaded (MN-6), after a moment; gone as soon as it is complete. */
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
    // There from the start, so that what appears in it is spoken.
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
