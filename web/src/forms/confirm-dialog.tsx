import type { ReactNode } from 'react'
import { useAction } from '../api/use-action.ts'
import type { MessageId } from '../texts/catalogues.ts'
import { useText } from '../texts/text.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Problem } from './problem.tsx'

interface ConfirmDialogProps {
  readonly open: boolean
  readonly title: ReactNode
  /** What the action will do. */
  readonly text: ReactNode
  readonly action: ReactNode
  /** Texts for certain error codes, and for any other failure. */
  readonly problems?: { readonly codes?: Readonly<Record<string, MessageId>>; readonly otherwise?: MessageId }
  readonly onClose: () => void
  /** Performs the action; the dialog closes on success, and otherwise shows what went wrong. */
  readonly onConfirm: () => Promise<void>
}

/** Asks for confirmation before something that cannot be undone. */
export function ConfirmDialog({ open, title, text, action, problems, onClose, onConfirm }: ConfirmDialogProps) {
  const t = useText()
  const doing = useAction(problems?.codes, problems?.otherwise)
  const close = () => {
    doing.forget()
    onClose()
  }
  const confirm = async () => {
    if (await doing.run(onConfirm)) close()
  }
  return (
    <Dialog
      size="small"
      open={open}
      onClose={close}
      title={title}
      actions={
        <>
          <Button variant="danger" busy={doing.busy} onClick={confirm}>
            {action}
          </Button>
          <Button variant="quiet" onClick={close}>
            {t('form.cancel')}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <Problem text={doing.problem} />
    </Dialog>
  )
}
