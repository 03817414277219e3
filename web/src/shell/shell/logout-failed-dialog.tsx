import { useText } from '../../base/texts/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

export interface LogoutFailedProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** Says that the session may still be open on the server (SO-4). */
export function LogoutFailedDialog({ open, onClose }: LogoutFailedProps) {
  const t = useText()
  return (
    <Dialog
      size="small"
      open={open}
      onClose={onClose}
      title={t('shell.logoutFailed.title')}
      actions={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      <p>{t('shell.logoutFailed.text')}</p>
    </Dialog>
  )
}
