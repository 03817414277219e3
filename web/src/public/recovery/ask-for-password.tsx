import type { PayloadOf } from '@portico/contract/call'
import { forgottenPassword, recoveryQuestions } from '@portico/contract/calls/recovery'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import styles from '../../kit/forms/form-page.module.css'
import { useForm } from '../../kit/forms/use-form.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { LoginIdField } from '../../ui/login-id-field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { checkAskedLoginId } from './checks.ts'
import { type RecoveryFailure, RecoveryFailureNotice, toRecoveryFailure } from './failure.tsx'

/** The way chosen: a link by e-mail, or security questions. */
export type RecoveryWay =
  | { readonly way: 'link' }
  | {
      readonly way: 'questions'
      readonly logonId: string
      readonly questions: PayloadOf<typeof recoveryQuestions>['questions']
    }

/** Asks who has forgotten the password, and which of the two ways they choose. */
export function AskForPassword({ onAsked }: { readonly onAsked: (asked: RecoveryWay) => void }) {
  const t = useText()
  const [failure, setFailure] = useState<RecoveryFailure | null>(null)
  const form = useForm({
    id: 'forgot-password',
    initial: { logonId: '', way: 'link' },
    label: () => t('form.loginId'),
    check: (name, { logonId }) => (name === 'logonId' ? checkAskedLoginId(logonId) : null),
  })
  const way = form.field('way')
  const submit = async (event: FormEvent) => {
    setFailure(null)
    try {
      const asked = await form.submit(event, async (typed): Promise<RecoveryWay> => {
        const logonId = normalizeLoginId(typed.logonId)
        if (typed.way === 'questions') {
          const { questions } = await api.call(recoveryQuestions, { body: { logonId } })
          return { way: 'questions', logonId, questions }
        }
        await api.call(forgottenPassword, { body: { logonId } })
        return { way: 'link' }
      })
      if (asked !== null) onAsked(asked)
    } catch (error) {
      setFailure(toRecoveryFailure(error))
    }
  }
  return (
    <div className={styles.view}>
      <h1>{t('recovery.password.title')}</h1>
      <p className={styles.intro}>{t('recovery.password.intro')}</p>
      <FormFrame form={form} className={styles.form} onSubmit={submit}>
        <ErrorSummary {...form.summary} />
        <RecoveryFailureNotice failure={failure} />
        <LoginIdField
          {...form.field('logonId')}
          labelAction={<Link to={links.screen('forgot-username')}>{t('recovery.password.noLoginId')}</Link>}
          required
        />
        <RadioGroup
          id={way.id}
          label={t('recovery.password.way')}
          options={(['link', 'questions'] as const).map((value) => ({ value, label: t(`recovery.password.${value}`) }))}
          value={way.value === 'questions' ? 'questions' : 'link'}
          onValue={way.onValue}
        />
        <div className={styles.actions}>
          <Button type="submit" busy={form.busy}>
            {t('recovery.password.submit')}
          </Button>
          <ButtonLink variant="quiet" to={links.signIn()}>
            {t('recovery.back')}
          </ButtonLink>
        </div>
      </FormFrame>
    </div>
  )
}
