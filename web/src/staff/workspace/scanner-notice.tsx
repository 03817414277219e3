import { TriangleAlert } from 'lucide-react'
import { useText } from '../../base/texts/text.tsx'
import type { Queues } from './types.ts'
import styles from './workspace.module.css'

/** One line saying that files are not checked for viruses, or cannot be at the moment, for staff who open one (MC-4). */
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
