import { forgottenUsername } from '@portico/contract/calls/recovery'
import { checkEmail } from '@portico/rules/validation/email'
import { type FormEvent, useState } from 'react'
import { api } from '../api/api.ts'
import { useForm } from '../forms/use-form.ts'
import { useText } from '../messages/text.tsx'
import { links } from '../router/links.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmailField } from '../ui/email-field.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { type Failure, FailureNotice, failureOf } from './failure.tsx'
import styles from './recovery.module.css'
import { Sent } from './sent.tsx'

/** The login ID by e-mail, for whoever forgot it (RG-2). */
export function ForgotUsername() {
  const t = useText()
  const [sent, setSent] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const form = useForm({
    id: 'forgot-username',
    initial: { email: '' },
    label: () => t('form.email'),
    check: (_name, { email }) => checkEmail(email, { required: true, longTopLevel: true }),
  })
  const submit = async (event: FormEvent) => {
    setFailure(null)
    try {
      const accepted = await form.submit(event, (body) => api.call(forgottenUsername, { body }))
      if (accepted === null) return
      form.clear()
      setSent(true)
    } catch (error) {
      setFailure(failureOf(error))
    }
  }
  if (sent) return <Sent what="loginId" onAgain={() => setSent(false)} />
  return (
    <div className={styles.view}>
      <h1>{t('recovery.username.title')}</h1>
      <p className={styles.intro}>{t('recovery.username.intro')}</p>
      {/* Sent before the page is ready it goes by POST, so that nothing typed gets into an address. */}
      <form
        method="post"
        noValidate
        className={styles.form}
        onSubmit={submit}
        aria-busy={form.busy}
        data-state={form.state}
      >
        <ErrorSummary {...form.summary} />
        <FailureNotice failure={failure} />
        <EmailField {...form.field('email')} label={t('form.email')} hint={t('recovery.username.hint')} required />
        <div className={styles.actions}>
          <Button type="submit" busy={form.busy}>
            {t('recovery.username.submit')}
          </Button>
          <ButtonLink variant="quiet" to={links.signIn()}>
            {t('recovery.back')}
          </ButtonLink>
        </div>
      </form>
    </div>
  )
}
