import { invitePerson } from '@portico/contract/calls/people'
import { accessRelationships, checkInvitation } from '@portico/rules/people/invitation'
import { longestName } from '@portico/rules/validation/name'
import { type FormEvent, useId, useRef, useState } from 'react'
import { api } from '../api/api.ts'
import { ApiError } from '../api/error.ts'
import { FormFrame } from '../forms/form-frame.tsx'
import styles from '../forms/screen.module.css'
import { Problem } from '../forms/screen.tsx'
import { useForm } from '../forms/use-form.ts'
import { newId } from '../new-id.ts'
import type { MessageId } from '../texts/catalogues.ts'
import { useText } from '../texts/text.tsx'
import { Button } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmailField } from '../ui/email-field.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ScopeFields, scopesIn } from './scope-fields.tsx'
import type { PeopleData } from './types.ts'
import { useToday } from './use-today.ts'

interface InviteDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onDone: (people: PeopleData, email: string) => void
}

const initial = { name: '', email: '', relationship: '', scopes: '', lastDay: '' }

/** Invites someone to see what the member chooses (RG-3). */
export function InviteDialog({ open, onClose, onDone }: InviteDialogProps) {
  const t = useText()
  const formId = useId()
  const today = useToday()
  const [problem, setProblem] = useState<MessageId | null>(null)
  // The same try has the same id, so that what was sent twice is done once.
  const invitation = useRef<string | null>(null)
  const form = useForm({
    id: 'invite-person',
    initial,
    label: (name) => t(`people.field.${name}`),
    check: (name, values) =>
      name === 'scopes'
        ? scopesIn(values.scopes).length === 0
          ? { code: 'people.scopesNone' }
          : null
        : checkInvitation(name, values[name], today),
    serverTexts: { codes: { CONFLICT: 'people.emailKnown' } },
  })
  const close = () => {
    form.clear()
    setProblem(null)
    invitation.current = null
    onClose()
  }
  const submit = async (event: FormEvent) => {
    setProblem(null)
    try {
      invitation.current ??= newId()
      const invitationId = invitation.current
      const { email } = form.values
      const people = await form.submit(event, ({ scopes, ...typed }) =>
        api.call(invitePerson, { body: { ...typed, invitationId, scopes: scopesIn(scopes) } }),
      )
      invitation.current = null
      if (people === null) return
      form.clear()
      onDone(people, email)
    } catch (error) {
      // Whoever does not want to prove who they are gives it up.
      if (error instanceof Error && error.name === 'AbortError') return
      const tooMany = error instanceof ApiError && error.code === 'TOO-MANY-REQUESTS'
      setProblem(tooMany ? 'people.tooMany' : 'account.failed')
    }
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('people.invite')}
      actions={
        <>
          <Button type="submit" form={formId} busy={form.busy}>
            {t('people.inviteSend')}
          </Button>
          <Button variant="quiet" onClick={close}>
            {t('account.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('people.inviteAbout')}</p>
      <FormFrame form={form} id={formId} className={styles.form} onSubmit={submit}>
        <ErrorSummary {...form.summary} incomplete={false} />
        <TextField
          {...form.field('name')}
          label={t('people.field.name')}
          autoComplete="off"
          dir="auto"
          maxLength={longestName}
          required
        />
        <EmailField {...form.field('email')} label={t('people.field.email')} autoComplete="off" required />
        <Select {...form.field('relationship')} label={t('people.field.relationship')} required>
          <option value="">{t('people.pick')}</option>
          {accessRelationships.map((one) => (
            <option key={one} value={one}>
              {t(`people.relationship.${one}`)}
            </option>
          ))}
        </Select>
        <ScopeFields {...form.field('scopes')} />
        <DateField
          {...form.field('lastDay')}
          label={t('people.field.lastDay')}
          hint={t('people.field.lastDayHint')}
          className={styles.narrow}
        />
      </FormFrame>
      <Problem text={problem} />
    </Dialog>
  )
}
