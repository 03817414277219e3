import { resetPassword } from '@portico/contract/calls/recovery'
import { checkPassword } from '@portico/rules/validation/password'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import styles from '../../kit/forms/form-page.module.css'
import { HiddenLoginId } from '../../kit/forms/hidden-login-id.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import type { PasswordRule } from '../../ui/password-requirements.tsx'
import { type RecoveryFailure, RecoveryFailureNotice, toRecoveryFailure } from './failure.tsx'

interface NewPasswordFormProps {
  readonly ticket: string
  readonly rule: PasswordRule
  readonly onChanged: () => void
  /** The ticket is no longer valid. */
  readonly onExpired: () => void
}

export function NewPasswordForm({ ticket, rule, onChanged, onExpired }: NewPasswordFormProps) {
  const t = useText()
  const [failure, setFailure] = useState<RecoveryFailure | null>(null)
  const form = useForm({
    id: 'recovery',
    initial: { newPassword: '' },
    secret: 'all',
    label: () => t('recovery.new.label'),
    check: (_name, { newPassword }) => checkPassword(newPassword, rule),
    serverTexts: { params: { count: rule.history, minimum: rule.tier.minLength } },
  })
  const submit = async (event: FormEvent) => {
    setFailure(null)
    try {
      const changed = await form.submit(event, (values) => api.call(resetPassword, { body: { ticket, ...values } }))
      if (changed !== null) onChanged()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CHALLENGE-EXPIRED') onExpired()
      else setFailure(toRecoveryFailure(error))
    }
  }
  return (
    <FormFrame form={form} className={styles.form} onSubmit={submit}>
      <ErrorSummary {...form.summary} />
      <RecoveryFailureNotice failure={failure} />
      <HiddenLoginId loginId={rule.loginId} />
      <NewPasswordField {...form.field('newPassword')} label={t('recovery.new.label')} rule={rule} required />
      <div className={styles.actions}>
        <Button type="submit" busy={form.busy}>
          {t('recovery.new.submit')}
        </Button>
      </div>
    </FormFrame>
  )
}
