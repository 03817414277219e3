import type { PayloadOf } from '@portico/contract/call'
import { forgottenUsername, usernameQuestions } from '@portico/contract/calls/recovery'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useText } from '../../base/texts/text.tsx'
import { findEasternDay } from '../../kit/forms/eastern-day.ts'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import styles from '../../kit/forms/form-page.module.css'
import { useForm } from '../../kit/forms/use-form.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { EmailField } from '../../ui/email-field.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { MemberIdField } from '../../ui/member-id-field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { type AskedName, checkAsked } from './checks.ts'
import { type RecoveryFailure, RecoveryFailureNotice, toRecoveryFailure } from './failure.tsx'

/** The way chosen: by e-mail, or security questions. */
export type AskedForUsername =
  | { readonly way: 'link' }
  | {
      readonly way: 'questions'
      readonly card: { readonly memberId: string; readonly dateOfBirth: string }
      readonly questions: PayloadOf<typeof usernameQuestions>['questions']
    }

const labels: Readonly<Record<AskedName, MessageId>> = {
  email: 'form.email',
  memberId: 'form.memberId',
  dateOfBirth: 'form.dateOfBirth',
  way: 'recovery.password.way',
}

/** Asks who has forgotten the login ID, and which of the two ways they choose. */
export function AskForUsername({ onAsked }: { readonly onAsked: (asked: AskedForUsername) => void }) {
  const t = useText()
  const { brand, now } = usePage()
  const [failure, setFailure] = useState<RecoveryFailure | null>(null)
  const { memberNumber } = brand
  const today = toDay(now)
  const form = useForm<AskedName>({
    id: 'forgot-username',
    initial: { email: '', memberId: '', dateOfBirth: '', way: 'link' },
    // Nothing that identifies a member is stored.
    secret: ['memberId', 'dateOfBirth'],
    label: (name) => t(labels[name]),
    check: (name, values) => checkAsked(name, values, { today, memberNumber }),
  })
  const submit = async (event: FormEvent) => {
    setFailure(null)
    try {
      const asked = await form.submit(event, async ({ way, email, ...typed }): Promise<AskedForUsername> => {
        if (way === 'questions') {
          const card = { memberId: typed.memberId.trim(), dateOfBirth: typed.dateOfBirth.trim() }
          const { questions } = await api.call(usernameQuestions, { body: card })
          return { way: 'questions', card, questions }
        }
        await api.call(forgottenUsername, { body: { email } })
        return { way: 'link' }
      })
      if (asked === null) return
      form.clear()
      onAsked(asked)
    } catch (error) {
      setFailure(toRecoveryFailure(error))
    }
  }
  const way = form.field('way')
  return (
    <div className={styles.view}>
      <h1>{t('recovery.username.title')}</h1>
      <p className={styles.intro}>{t('recovery.username.intro')}</p>
      <FormFrame form={form} className={styles.form} onSubmit={submit}>
        <ErrorSummary {...form.summary} />
        <RecoveryFailureNotice failure={failure} />
        <RadioGroup
          id={way.id}
          label={t('recovery.password.way')}
          options={[
            { value: 'link', label: t('recovery.username.email') },
            { value: 'questions', label: t('recovery.password.questions') },
          ]}
          value={way.value === 'questions' ? 'questions' : 'link'}
          onValue={way.onValue}
        />
        {way.value === 'questions' ? (
          <>
            <MemberIdField {...form.field('memberId')} numberForm={memberNumber} required />
            <DateField {...form.field('dateOfBirth')} label={t('form.dateOfBirth')} autoComplete="bday" required />
          </>
        ) : (
          <EmailField {...form.field('email')} label={t('form.email')} hint={t('recovery.username.hint')} required />
        )}
        <div className={styles.actions}>
          <Button type="submit" busy={form.busy}>
            {t(way.value === 'questions' ? 'recovery.password.submit' : 'recovery.username.submit')}
          </Button>
          <ButtonLink variant="quiet" to={links.signIn()}>
            {t('recovery.back')}
          </ButtonLink>
        </div>
      </FormFrame>
    </div>
  )
}

function toDay(now: string) {
  const [year = 0, month = 0, day = 0] = findEasternDay(now).split('-').map(Number)
  return { year, month, day }
}
