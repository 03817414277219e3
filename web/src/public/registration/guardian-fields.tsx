import { pinLength } from '@portico/rules/registration/guardian'
import { longestName } from '@portico/rules/validation/name'
import { useEffect, useRef } from 'react'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { BirthField } from './birth-field.tsx'
import { RegistrationFailureNotice } from './failure.tsx'
import styles from './registration.module.css'
import type { Guardian, GuardianForm } from './use-guardian.ts'

interface GuardianFieldsProps {
  readonly guardian: Guardian
  /** Where Back leads. */
  readonly back: string
}

/** A guardian proves who they are: by their own details, then by the PIN sent to the address that the plan has (ER-4, ER-5). */
export function GuardianFields({ guardian, back }: GuardianFieldsProps) {
  const t = useText()
  const { form, failure, isSent, submit, again, change } = guardian
  const { id: pin } = form.field('pin')
  const wasSent = useRef(isSent)
  useEffect(() => {
    if (isSent && !wasSent.current) document.getElementById(pin)?.focus()
    wasSent.current = isSent
  }, [isSent, pin])
  return (
    <FormFrame form={form} className={styles.form} onSubmit={submit}>
      <ErrorSummary {...form.summary} />
      <RegistrationFailureNotice failure={failure} />
      {isSent ? <PinField form={form} /> : <OwnDetails form={form} />}
      <div className={styles.actions}>
        <Button type="submit" busy={form.busy}>
          {t(isSent ? 'registration.next' : 'registration.guardian.send')}
        </Button>
        {isSent ? (
          <>
            <Button variant="quiet" onClick={again} busy={form.busy}>
              {t('registration.guardian.again')}
            </Button>
            <Button variant="quiet" onClick={change}>
              {t('registration.guardian.change')}
            </Button>
          </>
        ) : (
          <ButtonLink variant="quiet" to={back}>
            {t('registration.back')}
          </ButtonLink>
        )}
      </div>
    </FormFrame>
  )
}

function OwnDetails({ form }: { readonly form: GuardianForm }) {
  const t = useText()
  return (
    <>
      <div className={styles.pair}>
        {(['guardianFirstName', 'guardianLastName'] as const).map((name) => {
          return (
            <TextField
              key={name}
              {...form.field(name)}
              label={t(`registration.${name}`)}
              autoComplete={name === 'guardianFirstName' ? 'given-name' : 'family-name'}
              maxLength={longestName}
              dir="auto"
              required
            />
          )
        })}
      </div>
      <BirthField {...form.field('guardianDateOfBirth')} label={t('registration.guardianDateOfBirth')} birthday />
    </>
  )
}

function PinField({ form }: { readonly form: GuardianForm }) {
  const t = useText()
  const pin = form.field('pin')
  return (
    <>
      <Alert tone="info" role="status" title={t('registration.guardian.sent.title')}>
        <p>{t('registration.guardian.sent.text')}</p>
      </Alert>
      <TextField
        {...pin}
        label={t('registration.guardian.pin')}
        hint={t('registration.guardian.pinHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={pinLength}
        onValue={(value) => pin.onValue(value.trim())}
        required
      />
    </>
  )
}
