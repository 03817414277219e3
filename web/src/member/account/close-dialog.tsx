import { closeAccount } from '@portico/contract/calls/profile'
import { checkRequiredText } from '@portico/rules/validation/text'
import { api } from '../../base/api/api.ts'
import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { HiddenLoginId } from '../../kit/forms/hidden-login-id.tsx'
import styles from '../../kit/forms/screen.module.css'
import { useForm } from '../../kit/forms/use-form.ts'
import { PasswordField } from '../../ui/password-field.tsx'

interface CloseDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onDone: () => void
}

const codes = {
  'GEN-NOMATCH': 'profile.close.wrong',
  'GEN-SUSPEND': 'profile.close.locked',
  'password.due-there': 'profile.close.passwordDue',
} as const
const consequences = ['signIn', 'login', 'data', 'plan'] as const

/** Says what closing the account means, and asks for the password. */
export function CloseDialog(props: CloseDialogProps) {
  const t = useText()
  const { session } = usePage()
  const form = useForm({
    id: 'close-account',
    initial: { password: '' },
    secret: 'all',
    label: () => t('profile.close.password'),
    check: (_name, { password }) => checkRequiredText(password),
    serverTexts: { codes },
  })
  return (
    <FormDialog
      {...props}
      form={form}
      size="small"
      title={t('profile.close.ask')}
      about={
        <ul className={styles.list}>
          {consequences.map((one) => (
            <li key={one}>{t(`profile.close.means.${one}`)}</li>
          ))}
        </ul>
      }
      action={t('profile.close.confirm')}
      danger
      problems={{ 'TOO-MANY-REQUESTS': 'profile.close.locked' }}
      send={(body) => api.call(closeAccount, { body })}
    >
      <HiddenLoginId loginId={session?.logonId ?? ''} />
      <PasswordField
        {...form.field('password')}
        label={t('profile.close.password')}
        autoComplete="current-password"
        required
      />
    </FormDialog>
  )
}
