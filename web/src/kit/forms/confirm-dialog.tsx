import type { ReactNode } from 'react'
import { useAction } from '../../base/api/use-action.ts'
import { useLeaving } from '../../base/api/use-leaving.ts'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useText } from '../../base/texts/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from './problem.tsx'

interface ConfirmDialogProps {
  readonly open: boolean
  readonly title: ReactNode
  /** What the action will do. */
  readonly text: ReactNode
  readonly action: ReactNode
  /** It can be undone at any time, so the button does not have the color of danger. */
  readonly harmless?: boolean
  /** Texts for certain error codes, and for any other failure. */
  readonly problems?: { readonly codes?: Readonly<Record<string, MessageId>>; readonly otherwise?: MessageId }
  readonly onClose: () => void
  /** Performs the action; the dialog closes on success, and otherwise shows what went wrong. */
  readonly onConfirm: () => Promise<void>
}

/** Asks for confirmation before something important, above all before something that cannot be undone. */
export function ConfirmDialog({ open, ...props }: ConfirmDialogProps) {
  return open && <OpenDialog {...props} />
}

function OpenDialog(props: Omit<ConfirmDialogProps, 'open'>) {
  const { title, text, action, harmless = false, problems, onClose, onConfirm } = props
  const t = useText()
  const doing = useAction(problems?.codes, problems?.otherwise)
  const leaving = useLeaving()
  const confirm = async () => {
    // If it was closed meanwhile, it may be open again for something else.
    const closed = leaving()
    if ((await doing.run(onConfirm)) && !closed.aborted) onClose()
  }
  return (
    <Dialog
      size="small"
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant={harmless ? 'primary' : 'danger'} busy={doing.busy} onClick={confirm}>
            {action}
          </Button>
          <Button variant="quiet" onClick={onClose}>
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
