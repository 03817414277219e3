import { confirmRegistration } from '@portico/contract/calls/registration'
import { checkLoginId, normalizeLoginId } from '@portico/rules/validation/login-id'
import { checkPassword } from '@portico/rules/validation/password'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import styles from '../../kit/forms/form-page.module.css'
import { useForm } from '../../kit/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { LoginIdField } from '../../ui/login-id-field.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type RegistrationFailure, RegistrationFailureNotice, toRegistrationFailure } from './failure.tsx'
import { ruleFor, useKnown } from './use-known.ts'

interface TakenFormProps {
  readonly ticket: string
  readonly onDone: (logonId: string) => void
  /** Handles an error that ends the registration; returns whether it did. */
  readonly isEnd: (error: unknown) => boolean
}

/** Another login ID for someone whose first choice was taken, and a password, which must not contain it. */
export function TakenForm({ ticket, onDone, isEnd }: TakenFormProps) {
  const t = useText()
  const { strength } = useKnown()
  const heading = useRef<HTMLHeadingElement>(null)
  const [failure, setFailure] = useState<RegistrationFailure | null>(null)
  useEffect(() => heading.current?.focus(), [])
  const form = useForm({
    id: 'taken',
    initial: { logonId: '', newPassword: '' },
    secret: 'all',
    label: (name) => t(name === 'logonId' ? 'form.loginId' : 'registration.password'),
    check: (name, { logonId, newPassword }) => {
      if (name === 'logonId') return checkLoginId(logonId.trim())
      return strength && checkPassword(newPassword, ruleFor(strength, logonId))
    },
    serverTexts: { params: { minimum: strength?.tier.minLength ?? 0 } },
  })
  const submit = async (event: FormEvent) => {
    setFailure(null)
    try {
      const done = await form.submit(event, ({ logonId, newPassword }) =>
        api.call(confirmRegistration, { body: { ticket, logonId: normalizeLoginId(logonId), newPassword } }),
      )
      if (done !== null) onDone(done.logonId)
    } catch (error) {
      if (!isEnd(error)) setFailure(toRegistrationFailure(error))
    }
  }
  return (
    <div className={styles.view}>
      <h1 ref={heading} tabIndex={-1}>
        {t('registration.taken.title')}
      </h1>
      <p className={styles.intro}>{t('registration.taken.text')}</p>
      <FormFrame form={form} className={styles.form} onSubmit={submit}>
        <ErrorSummary {...form.summary} />
        <RegistrationFailureNotice failure={failure} />
        <LoginIdField {...form.field('logonId')} hint={t('registration.taken.loginIdHint')} required />
        {strength ? (
          <NewPasswordField
            {...form.field('newPassword')}
            label={t('registration.password')}
            rule={ruleFor(strength, form.values.logonId)}
            required
          />
        ) : (
          <Skeleton shape="block" />
        )}
        <div className={styles.actions}>
          <Button type="submit" busy={form.busy || strength === null}>
            {t('registration.confirm.confirm')}
          </Button>
        </div>
      </FormFrame>
    </div>
  )
}
