import { changeEmail } from '@portico/contract/calls/profile'
import { allowsLongTopLevel } from '@portico/rules/brand/dd-token'
import { api } from '../../base/api/api.ts'
import { readCookie } from '../../base/storage/page-cookies.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import { EmailPair } from '../../ui/email-pair.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { checkNewEmail } from './checks.ts'
import type { Profile } from './contact.tsx'
import { enqueue } from './queue.ts'

interface EmailDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onDone: (changed: Profile) => void
}

/** A new e-mail address, typed twice (VA-6). */
export function EmailDialog(props: EmailDialogProps) {
  const t = useText()
  const form = useForm({
    id: 'change-email',
    initial: { email: '', repeat: '' },
    label: (name) => t(name === 'email' ? 'form.email' : 'form.emailRepeat'),
    check: (name, values) => checkNewEmail(name, values, allowsLongTopLevel(readCookie('ddToken'))),
    serverTexts: { codes: { CONFLICT: 'profile.email.same' } },
  })
  return (
    <FormDialog
      {...props}
      form={form}
      size="small"
      title={t('profile.email.change')}
      about={<p>{t('profile.email.hint')}</p>}
      action={t('profile.email.send')}
      problems={{ 'TOO-MANY-REQUESTS': 'profile.email.tooMany' }}
      send={({ email }) => enqueue(() => api.call(changeEmail, { body: { email } }))}
    >
      <ErrorSummary {...form.summary} />
      <EmailPair email={form.field('email')} repeat={form.field('repeat')} required />
    </FormDialog>
  )
}
