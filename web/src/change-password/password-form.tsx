import { changePassword } from '@portico/contract/calls/passwords'
import { checkPassword } from '@portico/rules/validation/password'
import { type FormEvent, useRef, useState } from 'react'
import { api } from '../api/api.ts'
import { ApiError } from '../api/error.ts'
import { useText } from '../messages/text.tsx'
import { usePage } from '../page-state.tsx'
import { links } from '../router/links.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import styles from './change-password.module.css'
import { FailureNotice } from './failure-notice.tsx'
import { LogoutInstead } from './logout-instead.tsx'
import { type Failure, type FieldRefusals, refusalsOf, told } from './refusals.ts'
import { Requirements } from './requirements.tsx'
import type { PasswordRule } from './use-password-rule.ts'

/** Longest password that is taken. */
const longest = 200

interface PasswordFormProps {
  readonly rule: PasswordRule
  /** Not where the password is due: it was just given, to sign in. */
  readonly asksCurrent: boolean
  readonly onChanged: () => void
}

/** One field for the new password, which can be shown: nobody has to type it twice. */
export function PasswordForm({ rule, asksCurrent, onChanged }: PasswordFormProps) {
  const t = useText()
  const { brand } = usePage()
  const form = useRef<HTMLFormElement>(null)
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [word, setWord] = useState('')
  const [refusals, setRefusals] = useState<FieldRefusals>({})
  const [failure, setFailure] = useState<Failure | null>(null)

  const refuse = (found: FieldRefusals) => {
    setRefusals(found)
    const first = found.currentPassword ? 'currentPassword' : 'newPassword'
    form.current?.querySelector<HTMLInputElement>(`#${first}`)?.focus()
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (running.current) return
    const current = String(new FormData(event.currentTarget).get('currentPassword') ?? '')
    setFailure(null)
    const problem = checkPassword(word, rule)
    const found: FieldRefusals = {
      ...(asksCurrent && current === '' && { currentPassword: { id: 'field.required' } }),
      ...(problem && { newPassword: told(problem) }),
    }
    setRefusals(found)
    if (Object.keys(found).length > 0) return refuse(found)

    running.current = true
    setBusy(true)
    try {
      await api.call(changePassword, { body: { newPassword: word, ...(asksCurrent && { currentPassword: current }) } })
      onChanged()
    } catch (error) {
      const outcome = error instanceof ApiError ? refusalsOf(error, rule) : 'other'
      if (typeof outcome === 'string') setFailure(outcome)
      else refuse(outcome)
      running.current = false
      setBusy(false)
    }
  }

  const error = (field: keyof FieldRefusals) => {
    const refusal = refusals[field]
    return refusal && t(refusal.id, refusal.values)
  }

  return (
    // Sent before the page is ready it goes by POST, so that nothing typed gets into an address.
    <form ref={form} method="post" noValidate className={styles.form} onSubmit={submit} aria-busy={busy}>
      {failure && <FailureNotice failure={failure} />}
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={rule.loginId} readOnly hidden />
      {asksCurrent && (
        <PasswordField
          id="currentPassword"
          name="currentPassword"
          label={t('changePassword.current')}
          error={error('currentPassword')}
          autoComplete="current-password"
          maxLength={longest}
          required
        />
      )}
      <div>
        <PasswordField
          id="newPassword"
          name="newPassword"
          label={t('changePassword.new')}
          hint={t('changePassword.history', { count: rule.history })}
          error={error('newPassword')}
          autoComplete="new-password"
          maxLength={longest}
          value={word}
          onChange={(event) => setWord(event.target.value)}
          required
        />
        <Requirements word={word} rule={rule} />
      </div>
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
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
    </form>
  )
}
