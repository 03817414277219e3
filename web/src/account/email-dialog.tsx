import { changeEmail } from '@portico/contract/calls/profile'
import { allowsLongTopLevel } from '@portico/rules/brand/dd-token'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../api/api.ts'
import { ApiError } from '../api/error.ts'
import { FormFrame } from '../forms/form-frame.tsx'
import styles from '../forms/screen.module.css'
import { Problem } from '../forms/screen.tsx'
import { useForm } from '../forms/use-form.ts'
import { readCookie } from '../storage/page-cookies.ts'
import type { MessageId } from '../texts/catalogues.ts'
import { useText } from '../texts/text.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmailPair } from '../ui/email-pair.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { checkNewEmail } from './checks.ts'
import type { Profile } from './contact.tsx'

interface EmailDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onDone: (changed: Profile) => void
}

/** A new e-mail address, typed twice (VA-6). */
export function EmailDialog({ open, onClose, onDone }: EmailDialogProps) {
  const t = useText()
  const formId = useId()
  const [problem, setProblem] = useState<MessageId | null>(null)
  const form = useForm({
    id: 'change-email',
    initial: { email: '', repeat: '' },
    label: (name) => t(name === 'email' ? 'form.email' : 'form.emailRepeat'),
    check: (name, values) => checkNewEmail(name, values, allowsLongTopLevel(readCookie('ddToken'))),
    serverTexts: { codes: { CONFLICT: 'profile.email.same' } },
  })
  const close = () => {
    form.clear()
    setProblem(null)
    onClose()
  }
  const submit = async (event: FormEvent) => {
    setProblem(null)
    try {
      const changed = await form.submit(event, ({ email }) => api.call(changeEmail, { body: { email } }))
      if (changed === null) return
      form.clear()
      onDone(changed)
    } catch (error) {
      // Whoever does not want to prove who they are gives it up.
      if (error instanceof Error && error.name === 'AbortError') return
      const tooMany = error instanceof ApiError && error.code === 'TOO-MANY-REQUESTS'
      setProblem(tooMany ? 'profile.email.tooMany' : 'account.failed')
    }
  }
  return (
    <Dialog
      size="small"
      open={open}
      onClose={close}
      title={t('profile.email.change')}
      actions={
        <>
          <Button type="submit" form={formId} busy={form.busy}>
            {t('profile.email.send')}
          </Button>
          <Button variant="quiet" onClick={close}>
            {t('account.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('profile.email.hint')}</p>
      <FormFrame form={form} id={formId} className={styles.form} onSubmit={submit}>
        <ErrorSummary {...form.summary} />
        <EmailPair email={form.field('email')} repeat={form.field('repeat')} required />
      </FormFrame>
      <Problem text={problem} />
    </Dialog>
  )
}
