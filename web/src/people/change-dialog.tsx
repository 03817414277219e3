import { changeAccess } from '@portico/contract/calls/people'
import { checkInvitation } from '@portico/rules/people/invitation'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../api/api.ts'
import { FormFrame } from '../forms/form-frame.tsx'
import styles from '../forms/screen.module.css'
import { Problem } from '../forms/screen.tsx'
import { useForm } from '../forms/use-form.ts'
import type { MessageId } from '../texts/catalogues.ts'
import { useText } from '../texts/text.tsx'
import { Button } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { ScopeFields, scopesIn } from './scope-fields.tsx'
import type { Given, PeopleData } from './types.ts'
import { useToday } from './use-today.ts'

interface ChangeDialogProps {
  readonly access: Given
  readonly onClose: () => void
  readonly onDone: (people: PeopleData) => void
}

/** Changes what someone with access may see, and until when (RG-3). */
export function ChangeDialog({ access, onClose, onDone }: ChangeDialogProps) {
  const t = useText()
  const formId = useId()
  const today = useToday()
  const [problem, setProblem] = useState<MessageId | null>(null)
  const form = useForm({
    id: 'change-access',
    initial: { scopes: access.scopes.join(' '), lastDay: typed(access.lastDay) },
    // It begins with what is stored, for each of them.
    secret: 'all',
    label: (name) => t(`people.field.${name}`),
    check: (name, values) =>
      name === 'lastDay'
        ? checkInvitation(name, values.lastDay, today)
        : scopesIn(values.scopes).length === 0
          ? { code: 'people.scopesNone' }
          : null,
  })
  const submit = async (event: FormEvent) => {
    setProblem(null)
    try {
      const people = await form.submit(event, ({ scopes, lastDay }) =>
        api.call(changeAccess, { params: { accessId: access.accessId }, body: { scopes: scopesIn(scopes), lastDay } }),
      )
      if (people !== null) onDone(people)
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return
      setProblem('account.failed')
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('people.changeTitle', { name: access.name })}
      actions={
        <>
          <Button type="submit" form={formId} busy={form.busy}>
            {t('people.save')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('account.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('people.changeAbout')}</p>
      <FormFrame form={form} id={formId} className={styles.form} onSubmit={submit}>
        <ErrorSummary {...form.summary} incomplete={false} />
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

/** A stored day `yyyy-mm-dd` as it is typed. */
function typed(day: string | null): string {
  return day === null ? '' : day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')
}
