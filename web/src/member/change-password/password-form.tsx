import { changePassword } from '@portico/contract/calls/passwords'
import { checkPassword } from '@portico/rules/validation/password'
import { checkRequiredText } from '@portico/rules/validation/text'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import styles from '../../kit/forms/form-page.module.css'
import { HiddenLoginId } from '../../kit/forms/hidden-login-id.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import type { PasswordRule } from '../../ui/password-requirements.tsx'
import { type ChangeFailure, toChangeFailure } from './failure.ts'
import { ChangeFailureNotice } from './failure-notice.tsx'
import { LogoutInstead } from './logout-instead.tsx'

/** Longest password that is accepted. */
const longest = 200

/** Error codes for the present password; all others belong to the rules. */
const codes = {
  'GEN-NOMATCH': 'changePassword.currentWrong',
  'GEN-SUSPEND': 'changePassword.currentLocked',
  'UPD-LDAP': 'changePassword.elsewhere',
  'password.due-there': 'changePassword.dueThere',
  'password.refused-there': 'changePassword.refusedThere',
} as const

interface PasswordFormProps {
  readonly rule: PasswordRule
  /** Not if a new password is due, since the person has just signed in with it. */
  readonly asksCurrent: boolean
  readonly onChanged: () => void
}

/** A new password, and the present one if it is required (RG-2). */
export function PasswordForm({ rule, asksCurrent, onChanged }: PasswordFormProps) {
  const t = useText()
  const { brand } = usePage()
  const [failure, setFailure] = useState<ChangeFailure | null>(null)
  const form = useForm({
    id: 'password',
    initial: { currentPassword: '', newPassword: '' },
    secret: 'all',
    label: (name) => t(name === 'newPassword' ? 'changePassword.new' : 'changePassword.current'),
    check: (name, values) => {
      if (name === 'newPassword') return checkPassword(values.newPassword, rule)
      return asksCurrent ? checkRequiredText(values.currentPassword) : null
    },
    serverTexts: { codes, params: { count: rule.history, minimum: rule.tier.minLength } },
  })

  const submit = async (event: FormEvent) => {
    setFailure(null)
    try {
      const changed = await form.submit(event, ({ currentPassword, newPassword }) =>
        api.call(changePassword, { body: { newPassword, ...(asksCurrent && { currentPassword }) } }),
      )
      if (changed !== null) onChanged()
    } catch (error) {
      setFailure(error instanceof ApiError ? toChangeFailure(error) : 'other')
    }
  }

  return (
    <FormFrame form={form} className={styles.form} onSubmit={submit}>
      <ErrorSummary {...form.summary} />
      {failure && <ChangeFailureNotice failure={failure} />}
      <HiddenLoginId loginId={rule.loginId} />
      {asksCurrent && (
        <PasswordField
          {...form.field('currentPassword')}
          label={t('changePassword.current')}
          autoComplete="current-password"
          maxLength={longest}
          required
        />
      )}
      <NewPasswordField {...form.field('newPassword')} label={t('changePassword.new')} rule={rule} required />
      <div className={styles.actions}>
        <Button type="submit" busy={form.busy}>
          {t('changePassword.submit')}
        </Button>
        {asksCurrent ? (
          <ButtonLink variant="quiet" to={links.landing(brand)}>
            {t('changePassword.back')}
          </ButtonLink>
        ) : (
          <LogoutInstead />
        )}
      </div>
    </FormFrame>
  )
}
