import type { RegistrationStep } from '@portico/rules/registration/fields'
import type { ReactNode } from 'react'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { QuestionFields } from '../../kit/forms/question-fields.tsx'
import type { OfferedQuestions } from '../../kit/forms/security-questions.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { LoginIdField } from '../../ui/login-id-field.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import type { PasswordRule } from '../../ui/password-requirements.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ContactStep } from './contact-step.tsx'
import { PersonStep } from './person-step.tsx'
import styles from './registration.module.css'
import { filterSummary, type RegistrationForm, stepIds } from './registration-form.ts'
import { StartStep } from './start-step.tsx'
import { Terms } from './terms.tsx'
import type { Profile } from './use-known.ts'
import type { Steps } from './use-steps.ts'

interface StepFormProps {
  readonly form: RegistrationForm
  readonly step: RegistrationStep
  readonly steps: Steps
  readonly profile: Profile | null
  /** Null until it is there. */
  readonly passwordRule: PasswordRule | null
  readonly questions: OfferedQuestions | null
  readonly notice: ReactNode
}

/** One step: its fields, and the buttons to continue and go back. */
export function StepForm(props: StepFormProps) {
  const { form, step, steps, profile, passwordRule, questions, notice } = props
  const t = useText()
  const previous = stepIds[stepIds.indexOf(step) - 1]
  const isReady = step === 'login' ? passwordRule !== null : step !== 'finish' || questions !== null
  return (
    <FormFrame form={form} className={styles.form} onSubmit={steps.submit} busy={form.busy || !isReady}>
      <ErrorSummary {...filterSummary(form, step)} />
      {notice}
      {step === 'start' && <StartStep form={form} profile={profile} onStay={steps.stay} />}
      {step === 'person' && <PersonStep form={form} />}
      {step === 'contact' && <ContactStep form={form} />}
      {step === 'login' && passwordRule && (
        <>
          <LoginIdField {...form.field('logonId')} hint={t('registration.loginIdHint')} required />
          <NewPasswordField
            {...form.field('newPassword')}
            label={t('registration.password')}
            rule={passwordRule}
            required
          />
        </>
      )}
      {step === 'finish' && questions && (
        <>
          <QuestionFields form={form} offered={questions} />
          <Terms {...form.field('terms')} />
        </>
      )}
      {!isReady && <Skeleton shape="block" />}
      <div className={styles.actions}>
        <Button type="submit" busy={form.busy}>
          {t(step === 'finish' ? 'registration.submit' : 'registration.next')}
        </Button>
        <ButtonLink variant="quiet" to={previous === undefined ? links.signIn() : links.register(previous)}>
          {t(previous === undefined ? 'registration.haveAccount' : 'registration.back')}
        </ButtonLink>
      </div>
      <p className={lettering.small}>
        <RichText
          id="registration.later"
          elements={{ later: (words) => <Link to={links.register('later')}>{words}</Link> }}
        />
      </p>
    </FormFrame>
  )
}
