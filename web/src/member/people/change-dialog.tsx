import { changeAccess } from '@portico/contract/calls/people'
import { checkInvitation } from '@portico/rules/people/invitation'
import { api } from '../../base/api/api.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import { AccessFields } from './access-fields.tsx'
import { enqueue } from './queue.ts'
import { checkScopes, scopesIn } from './scope-fields.tsx'
import type { GivenAccess, PeopleData } from './types.ts'
import { useToday } from './use-today.ts'

interface ChangeDialogProps {
  readonly access: GivenAccess
  readonly onClose: () => void
  readonly onDone: (people: PeopleData) => void
}

/** Changes what someone with access may see, and until when (RG-3). */
export function ChangeDialog({ access, ...on }: ChangeDialogProps) {
  const t = useText()
  const today = useToday()
  const form = useForm({
    id: 'change-access',
    initial: { scopes: access.scopes.join(' '), lastDay: formatTyped(access.lastDay) },
    // Not stored, since the fields start with each person's stored access.
    secret: 'all',
    label: (name) => t(`people.field.${name}`),
    check: (name, values) =>
      name === 'lastDay' ? checkInvitation(name, values.lastDay, today) : checkScopes(values.scopes),
  })
  const params = { accessId: access.accessId }
  return (
    <FormDialog
      {...on}
      form={form}
      open
      title={t('people.changeTitle', { name: access.name })}
      about={<p>{t('people.changeAbout')}</p>}
      action={t('people.save')}
      send={({ scopes, lastDay }) =>
        enqueue(() => api.call(changeAccess, { params, body: { scopes: scopesIn(scopes), lastDay } }))
      }
    >
      <AccessFields form={form} />
    </FormDialog>
  )
}

/** A stored day `yyyy-mm-dd` in the format for typing. */
export function formatTyped(day: string | null): string {
  return day === null ? '' : day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')
}
