import { renamePasskey } from '@portico/contract/calls/account-security'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../api/api.ts'
import { useAction } from '../api/use-action.ts'
import { Problem } from '../forms/screen.tsx'
import { useText } from '../texts/text.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'

const longestName = 60

export interface RenameDialogProps {
  readonly passkey: { readonly passkeyId: string; readonly name: string } | null
  readonly onClose: () => void
  readonly onRenamed: () => void
}

/** A name by which its owner knows a passkey again. */
export function RenameDialog({ passkey, onClose, onRenamed }: RenameDialogProps) {
  const t = useText()
  const formId = useId()
  const [missing, setMissing] = useState(false)
  const renaming = useAction()
  const close = () => {
    setMissing(false)
    renaming.forget()
    onClose()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    setMissing(name === '')
    if (passkey === null || name === '') return
    const { passkeyId } = passkey
    const done = await renaming.run(async () => {
      await api.call(renamePasskey, { params: { passkeyId }, body: { name } })
    })
    if (done) onRenamed()
  }
  return (
    <Dialog
      size="small"
      open={passkey !== null}
      onClose={close}
      title={t('account.passkeys.renameTitle')}
      actions={
        <>
          <Button type="submit" form={formId} busy={renaming.busy}>
            {t('account.save')}
          </Button>
          <Button variant="quiet" onClick={close}>
            {t('account.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('account.passkeys.renameText')}</p>
      <form id={formId} noValidate onSubmit={submit}>
        <TextField
          name="name"
          label={t('account.passkeys.name')}
          defaultValue={passkey?.name}
          maxLength={longestName}
          autoComplete="off"
          error={missing ? t('account.passkeys.nameMissing') : undefined}
          data-focus
          required
        />
      </form>
      <Problem text={renaming.problem} />
    </Dialog>
  )
}
