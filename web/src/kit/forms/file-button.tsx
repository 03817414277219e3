import { FileDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { saveAnswer } from '../../base/api/save-file.ts'
import { useAction } from '../../base/api/use-action.ts'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from './problem.tsx'

interface FileButtonProps {
  /** Name of the file. */
  readonly name: string
  /** Accessible name, if there are several such buttons. */
  readonly label?: string | undefined
  readonly children: ReactNode
  readonly fetchFile: () => Promise<unknown>
  readonly icon?: ReactNode
  readonly variant?: 'secondary' | 'quiet'
  /** Text for too many files in an hour, if there is a limit. */
  readonly tooMany?: MessageId
}

/** Saves the file that a call answers. */
export function FileButton(props: FileButtonProps) {
  const {
    name,
    label,
    children,
    fetchFile,
    icon = <FileDown aria-hidden="true" />,
    variant = 'secondary',
    tooMany,
  } = props
  const saving = useAction(tooMany && { 'TOO-MANY-REQUESTS': tooMany })
  return (
    <>
      <Button
        variant={variant}
        aria-label={label}
        busy={saving.busy}
        icon={icon}
        onClick={() => saving.run(async () => saveAnswer(await fetchFile(), name))}
      >
        {children}
      </Button>
      <Problem text={saving.problem} flush />
    </>
  )
}
