import { TriangleAlert } from 'lucide-react'
import { useText } from '../texts/text.tsx'
import type { Queues } from './types.ts'
import styles from './workspace.module.css'

/** That files are not checked for viruses, or cannot be now, in one line: staff who open one should know (MC-4). */
export function ScannerNotice({ state }: { readonly state: Queues['scanner'] }) {
  const t = useText()
  return (
    <p role="status" className={styles.scanner}>
      {state !== 'ready' && (
        <>
          <TriangleAlert aria-hidden="true" />
          <span>{t(`workspace.scanner.${state}`)}</span>
        </>
      )}
    </p>
  )
}
