import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useText } from '../../base/texts/text.tsx'
import styles from './above.module.css'

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says that the device is offline, as long as it is. */
export function OfflineNotice() {
  const t = useText()
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className={styles.status}>
      {!online && (
        <p className={styles.notice}>
          <WifiOff aria-hidden="true" />
          <span>{t('shell.offline')}</span>
        </p>
      )}
    </div>
  )
}
