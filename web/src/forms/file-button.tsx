import { FileDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { saveAnswer } from '../api/save-file.ts'
import { useAction } from '../api/use-action.ts'
import type { MessageId } from '../texts/catalogues.ts'
import { useText } from '../texts/text.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import styles from './file-button.module.css'

interface FileButtonProps {
  /** The file's name, without words about anybody's health. */
  readonly name: string
  readonly children: ReactNode
  readonly fetchFile: () => Promise<unknown>
  /** What it is called where several stand below each other; its own words otherwise. */
  readonly label?: string
  readonly variant?: 'secondary' | 'quiet'
  readonly icon?: ReactNode
  /** Said when somebody asks for files too often. */
  readonly tooMany?: MessageId
  /** Said of any other failure. */
  readonly otherwise?: MessageId
}

/** Saves what a call answers as a file; a failure is said below it. */
export function FileButton({
  name,
  children,
  fetchFile,
  label,
  variant = 'secondary',
  icon = <FileDown aria-hidden="true" />,
  tooMany,
  otherwise,
}: FileButtonProps) {
  const t = useText()
  const saving = useAction(tooMany === undefined ? {} : { 'TOO-MANY-REQUESTS': tooMany }, otherwise)
  return (
    <div className={styles.file}>
      <Button
        variant={variant}
        aria-label={label}
        busy={saving.busy}
        icon={icon}
        onClick={() => saving.run(async () => saveAnswer(await fetchFile(), name))}
      >
        {children}
      </Button>
      {saving.problem !== null && (
        <Alert tone="danger" role="alert">
          <p>{t(saving.problem)}</p>
        </Alert>
      )}
    </div>
  )
}
