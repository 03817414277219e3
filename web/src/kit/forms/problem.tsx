import type { MessageId } from '../../base/texts/catalogues.ts'
import { useText } from '../../base/texts/text.tsx'
import { Alert } from '../../ui/alert.tsx'
import styles from './problem.module.css'

interface ProblemProps {
  readonly text: MessageId | null
  /** Without a margin above it. */
  readonly flush?: boolean
}

/** Says which action failed, announced at once. */
export function Problem({ text, flush = false }: ProblemProps) {
  const t = useText()
  if (text === null) return null
  return (
    <Alert tone="danger" role="alert" className={flush ? undefined : styles.problem}>
      <p>{t(text)}</p>
    </Alert>
  )
}
