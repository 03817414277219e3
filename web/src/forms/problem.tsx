import type { MessageId } from '../texts/catalogues.ts'
import { useText } from '../texts/text.tsx'
import { Alert } from '../ui/alert.tsx'
import styles from './problem.module.css'

/** What an action could not do, announced at once. */
export function Problem({ text }: { readonly text: MessageId | null }) {
  const t = useText()
  if (text === null) return null
  return (
    <Alert tone="danger" role="alert" className={styles.problem}>
      <p>{t(text)}</p>
    </Alert>
  )
}
