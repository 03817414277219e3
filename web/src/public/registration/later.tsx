import { saveRegistration } from '@portico/contract/calls/registration'
import { BookmarkCheck } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { newId } from '../../base/new-id.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useNavigate } from '../../base/router/navigation.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { Outcome } from '../../kit/forms/outcome.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmailPair } from '../../ui/email-pair.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { BirthField } from './birth-field.tsx'
import { type RegistrationFailure, RegistrationFailureNotice, toRegistrationFailure } from './failure.tsx'
import styles from './registration.module.css'
import { filterSummary, personLabels, type RegistrationForm, toSaved } from './registration-form.ts'

interface LaterProps {
  readonly form: RegistrationForm
  /** The step that Back leads to. */
  readonly back: string
}

/** Asks where to send the link and for the date of birth that opens it; everything typed is then stored for a week (RG-1). */
export function Later({ form, back }: LaterProps) {
  const t = useText()
  const { brand } = usePage()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<RegistrationFailure | null>(null)
  // The id stays the same, so that the data is stored only once, however often it is sent.
  const saveId = useRef('')
  const submit = async (event: FormEvent) => {
    setFailure(null)
    const from = location.href
    saveId.current ||= newId()
    try {
      const kept = await form.submit(event, (values) => {
        const before = values.savedId === '' ? {} : { savedId: values.savedId }
        return api.call(saveRegistration, {
          body: { ...toSaved(values), ...before, saveId: saveId.current, brand: brand.code },
        })
      })
      // Someone who has moved on by now stays there, with what they have typed since.
      if (kept === null || location.href !== from) return
      form.field('savedId').onValue(saveId.current)
      form.forget()
      navigate(links.register('saved'))
    } catch (error) {
      setFailure(toRegistrationFailure(error))
    }
  }
  return (
    <FormFrame form={form} className={styles.form} onSubmit={submit}>
      <ErrorSummary {...filterSummary(form, 'later')} />
      <RegistrationFailureNotice failure={failure} />
      <EmailPair email={form.field('email')} repeat={form.field('emailRepeat')} required />
      <BirthField
        {...form.field('dateOfBirth')}
        label={t(personLabels(form.values.relationship).dateOfBirth)}
        birthday={false}
      />
      <div className={styles.actions}>
        <Button type="submit" busy={form.busy}>
          {t('registration.later.save')}
        </Button>
        <ButtonLink variant="quiet" to={back}>
          {t('registration.back')}
        </ButtonLink>
      </div>
    </FormFrame>
  )
}

interface SavedProps {
  /** Empty after a reload: this browser tab has discarded everything. */
  readonly email: string
  readonly back: string
}

/** Everything is stored for the link; this browser tab keeps it only as long as the page stays. */
export function Saved({ email, back }: SavedProps) {
  const t = useText()
  return (
    <Outcome
      icon={BookmarkCheck}
      title={t('registration.saved.title')}
      text={email === '' ? t('registration.saved.somewhere') : t('registration.saved.text', { email })}
    >
      <div className={styles.actions}>
        <ButtonLink to={links.signIn()}>{t('registration.saved.leave')}</ButtonLink>
        <ButtonLink variant="quiet" to={email === '' ? links.register() : back}>
          {t('registration.saved.goOn')}
        </ButtonLink>
      </div>
    </Outcome>
  )
}
