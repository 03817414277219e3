import { renamePasskey } from '@portico/contract/calls/account-security'
import { api } from '../../base/api/api.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import { TextField } from '../../ui/text-field.tsx'

const longestName = 60

interface RenameDialogProps {
  readonly passkey: { readonly passkeyId: string; readonly name: string }
  readonly onClose: () => void
  readonly onDone: () => void
}

/** A name by which the owner recognizes a passkey. */
export function RenameDialog({ passkey, ...on }: RenameDialogProps) {
  const t = useText()
  const { passkeyId } = passkey
  const form = useForm({
    id: 'rename-passkey',
    initial: { name: passkey.name },
    secret: 'all',
    label: () => t('account.passkeys.name'),
    check: (_name, { name }) => (name.trim() === '' ? { code: 'account.passkeys.nameMissing' } : null),
  })
  return (
    <FormDialog
      {...on}
      form={form}
      size="small"
      open
      title={t('account.passkeys.renameTitle')}
      about={<p>{t('account.passkeys.renameText')}</p>}
      action={t('account.save')}
      send={({ name }) => api.call(renamePasskey, { params: { passkeyId }, body: { name: name.trim() } })}
    >
      <TextField
        {...form.field('name')}
        label={t('account.passkeys.name')}
        maxLength={longestName}
        autoComplete="off"
        data-focus
        required
      />
    </FormDialog>
  )
}
