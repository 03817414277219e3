import { useAction } from '../api/use-action.ts'
import type { ConfirmDialogProps } from '../forms/confirm-dialog.tsx'
import { Problem } from '../forms/screen.tsx'
import { useText } from '../texts/text.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Asks before something that a last administrator cannot do to themselves, and says so. */
export function AskDialog({ open, title, text, action, onClose, onConfirm }: ConfirmDialogProps) {
  const t = useText()
  const doing = useAction({ CONFLICT: 'administration.last' }, 'administration.failed')
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
            {t('account.cancel')}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <Problem text={doing.problem} />
    </Dialog>
  )
}
