import type { ReactNode } from 'react'
import { useText } from '../../base/texts/text.tsx'
import styles from '../../kit/forms/screen.module.css'
import type { Form } from '../../kit/forms/use-form.ts'
import { DateField } from '../../ui/date-field.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { ScopeFields } from './scope-fields.tsx'

interface AccessFieldsProps {
  readonly form: Pick<Form<'scopes' | 'lastDay'>, 'field' | 'summary'>
  /** Fields shown above them. */
  readonly children?: ReactNode
}

/** What someone may see, and until when. */
export function AccessFields({ form, children }: AccessFieldsProps) {
  const t = useText()
  return (
    <>
      <ErrorSummary {...form.summary} incomplete={false} />
      {children}
      <ScopeFields {...form.field('scopes')} />
      <DateField
        {...form.field('lastDay')}
        label={t('people.field.lastDay')}
        hint={t('people.field.lastDayHint')}
        className={styles.narrow}
      />
    </>
  )
}
