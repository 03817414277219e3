import { resumeRegistration } from '@portico/contract/calls/registration'
import { toTypedDay } from '@portico/rules/registration/fields'
import { easternParts } from '@portico/rules/time/eastern'
import { checkDate } from '@portico/rules/validation/date'
import { TimerOff } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { links } from '../../base/router/links.ts'
import { useNavigate } from '../../base/router/navigation.ts'
import { dropTicket, readTicket, takeTicketFromAddress } from '../../base/storage/ticket.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import recovery from '../../kit/forms/form-page.module.css'
import { Outcome } from '../../kit/forms/outcome.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { BirthField } from './birth-field.tsx'
import { type RegistrationFailure, RegistrationFailureNotice, toRegistrationFailure } from './failure.tsx'
import styles from './registration.module.css'
import { useTakeSaved } from './registration-form.ts'

const view = 'resume-registration'

/** Continues a registration that was left for later: with its link, and the date of birth entered back then (RG-1). */
export function Resume() {
  const t = useText()
  const navigate = useNavigate()
  const takeSaved = useTakeSaved()
  const [ticket, setTicket] = useState<string | null | undefined>()
  const [failure, setFailure] = useState<RegistrationFailure | null>(null)
  useEffect(() => {
    takeTicketFromAddress()
    setTicket(readTicket(view))
  }, [])
  const form = useForm({
    id: 'resume',
    initial: { dateOfBirth: '' },
    secret: 'personal',
    label: () => t('registration.resume.dateOfBirth'),
    check: (_name, { dateOfBirth }) => {
      const [year = 0, month = 0, day = 0] = easternParts(new Date()).day.split('-').map(Number)
      return checkDate(toTypedDay(dateOfBirth), { today: { year, month, day }, required: true })
    },
  })
  const submit = async (event: FormEvent) => {
    setFailure(null)
    const from = location.href
    try {
      const found = await form.submit(event, ({ dateOfBirth }) =>
        api.call(resumeRegistration, { body: { ticket: ticket ?? '', dateOfBirth: toTypedDay(dateOfBirth) } }),
      )
      if (found === null || location.href !== from) return
      takeSaved(found.values, found.savedId)
      dropTicket(view)
      // The wizard returns to the first step that is not valid yet.
      navigate(links.register('finish'), { replace: true })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'CHALLENGE-EXPIRED'))
        return setFailure(toRegistrationFailure(error))
      dropTicket(view)
      setTicket(null)
    }
  }
  if (ticket === null) {
    return (
      <Outcome icon={TimerOff} title={t('registration.expired.title')} text={t('registration.resume.expired')}>
        <ButtonLink to={links.register()}>{t('registration.expired.again')}</ButtonLink>
      </Outcome>
    )
  }
  return (
    <div className={recovery.view}>
      <h1>{t('registration.resume.title')}</h1>
      <p className={recovery.intro}>{t('registration.resume.intro')}</p>
      <FormFrame form={form} className={styles.form} onSubmit={submit}>
        <ErrorSummary {...form.summary} />
        <RegistrationFailureNotice failure={failure} />
        <BirthField {...form.field('dateOfBirth')} label={t('registration.resume.dateOfBirth')} birthday={false} />
        <div className={styles.actions}>
          <Button type="submit" busy={form.busy || ticket === undefined}>
            {t('registration.resume.submit')}
          </Button>
        </div>
      </FormFrame>
    </div>
  )
}
