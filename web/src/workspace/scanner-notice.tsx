import { useText } from '../messages/text.tsx'
import { Alert } from '../ui/alert.tsx'
import type { Queues } from './types.ts'
import styles from './workspace.module.css'

/** That files are not checked for viruses, or cannot be now: whoever opens one should know (MC-4). */
export function ScannerNotice({ state }: { readonly state: Queues['scanner'] }) {
  const t = useText()
  return (
    <div role="status" className={styles.scanner}>
      {state !== 'ready' && (
        <Alert tone="warning" title={t(`workspace.scanner.${state}`)}>
          <p>{t(`workspace.scanner.${state}-text`)}</p>
        </Alert>
      )}
    </div>
  )
}
