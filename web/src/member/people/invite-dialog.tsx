import { invitePerson } from '@portico/contract/calls/people'
import { accessRelationships, checkInvitation } from '@portico/rules/people/invitation'
import { longestName } from '@portico/rules/validation/name'
import { useRef } from 'react'
import { api } from '../../base/api/api.ts'
import { newId } from '../../base/new-id.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import { EmailField } from '../../ui/email-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AccessFields } from './access-fields.tsx'
import { enqueue } from './queue.ts'
import { checkScopes, scopesIn } from './scope-fields.tsx'
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
  const today = useToday()
  // A repeated identical request keeps its id, so that it is done once.
  const last = useRef<{ readonly words: string; readonly id: string } | null>(null)
  const form = useForm({
    id: 'invite-person',
    initial,
    label: (name) => t(`people.field.${name}`),
    check: (name, values) =>
      name === 'scopes' ? checkScopes(values.scopes) : checkInvitation(name, values[name], today),
    serverTexts: { codes: { CONFLICT: 'people.emailKnown' } },
  })
  const send = async ({ scopes, ...typed }: typeof initial) => {
    const words = JSON.stringify({ scopes, ...typed })
    if (last.current?.words !== words) last.current = { words, id: newId() }
    const body = { ...typed, invitationId: last.current.id, scopes: scopesIn(scopes) }
    return { people: await enqueue(() => api.call(invitePerson, { body })), email: typed.email }
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title={t('people.invite')}
      about={<p>{t('people.inviteAbout')}</p>}
      action={t('people.inviteSend')}
      problems={{ 'TOO-MANY-REQUESTS': 'people.tooMany' }}
      send={send}
      onDone={({ people, email }) => {
        last.current = null
        onDone(people, email)
      }}
      onClose={onClose}
    >
      <AccessFields form={form}>
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
          <Options of={accessRelationships} text={(one) => t(`people.relationship.${one}`)} />
        </Select>
      </AccessFields>
    </FormDialog>
  )
}
