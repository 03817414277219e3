import { closeAccount } from '@portico/contract/calls/profile'
import { checkRequiredText } from '@portico/rules/validation/text'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../api/api.ts'
import { ApiError } from '../api/error.ts'
import { FormFrame } from '../forms/form-frame.tsx'
import { HiddenLoginId } from '../forms/hidden-login-id.tsx'
import styles from '../forms/screen.module.css'
import { Problem } from '../forms/screen.tsx'
import { useForm } from '../forms/use-form.ts'
import { usePage } from '../page-state.tsx'
import type { MessageId } from '../texts/catalogues.ts'
import { useText } from '../texts/text.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PasswordField } from '../ui/password-field.tsx'

interface CloseDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onClosed: () => void
}

const consequences = ['signIn', 'login', 'data', 'plan'] as const

/** Says what closing the account means, and asks for the password. */
export function CloseDialog({ open, onClose, onClosed }: CloseDialogProps) {
  const t = useText()
  const { session } = usePage()
  const formId = useId()
  const [problem, setProblem] = useState<MessageId | null>(null)
  const form = useForm({
    id: 'close-account',
    initial: { password: '' },
    secret: 'all',
    label: () => t('profile.close.password'),
    check: (_name, { password }) => checkRequiredText(password),
    serverTexts: { codes: { 'GEN-NOMATCH': 'profile.close.wrong', 'GEN-SUSPEND': 'profile.close.locked' } },
  })
  const close = () => {
    form.clear()
    setProblem(null)
    onClose()
  }
  const submit = async (event: FormEvent) => {
    setProblem(null)
    try {
      const done = await form.submit(event, (body) => api.call(closeAccount, { body }))
      if (done !== null) onClosed()
    } catch (error) {
      // Whoever does not want to prove who they are gives it up.
      if (error instanceof Error && error.name === 'AbortError') return
      const tooMany = error instanceof ApiError && error.code === 'TOO-MANY-REQUESTS'
      setProblem(tooMany ? 'profile.close.locked' : 'account.failed')
    }
  }
  return (
    <Dialog
      size="small"
      open={open}
      onClose={close}
      title={t('profile.close.ask')}
      actions={
        <>
          <Button type="submit" form={formId} variant="danger" busy={form.busy}>
            {t('profile.close.confirm')}
          </Button>
          <Button variant="quiet" onClick={close}>
            {t('account.cancel')}
          </Button>
        </>
      }
    >
      <ul className={styles.list}>
        {consequences.map((one) => (
          <li key={one}>{t(`profile.close.means.${one}`)}</li>
        ))}
      </ul>
      <FormFrame form={form} id={formId} className={styles.form} onSubmit={submit}>
        <HiddenLoginId loginId={session?.logonId ?? ''} />
        <PasswordField
          {...form.field('password')}
          label={t('profile.close.password')}
          autoComplete="current-password"
          required
        />
      </FormFrame>
      <Problem text={problem} />
    </Dialog>
  )
}
