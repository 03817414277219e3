import { FileDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { saveAnswer } from '../api/save-file.ts'
import { useAction } from '../api/use-action.ts'
import { useText } from '../texts/text.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'

interface FileButtonProps {
  readonly name: string
  /** Its accessible name where there are several. */
  readonly label: string
  readonly children: ReactNode
  readonly fetchFile: () => Promise<unknown>
}

/** Saves a bill or a receipt as PDF. */
export function FileButton({ name, label, children, fetchFile }: FileButtonProps) {
  const t = useText()
  const saving = useAction({ 'TOO-MANY-REQUESTS': 'premium.too-many' })
  return (
    <>
      <Button
        variant="quiet"
        aria-label={label}
        busy={saving.busy}
        icon={<FileDown aria-hidden="true" />}
        onClick={() => saving.run(async () => saveAnswer(await fetchFile(), name))}
      >
        {children}
      </Button>
      {saving.problem !== null && (
        <Alert tone="danger" role="alert">
          <p>{t(saving.problem)}</p>
        </Alert>
      )}
    </>
  )
}
