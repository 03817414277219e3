import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import styles from './registration.module.css'

interface TermsProps {
  readonly id: string
  readonly value: string
  readonly error: string | undefined
  readonly onValue: (value: string) => void
}

const articles = ['own', 'secret', 'privacy', 'email'] as const

/** The terms in plain words, and a checkbox to accept them. */
export function Terms({ id, value, error, onValue }: TermsProps) {
  const t = useText()
  const { brand } = usePage()
  return (
    <FieldGroup label={t('registration.terms')} error={error}>
      <div className={styles.terms}>
        <details>
          <summary>{t('registration.terms.show')}</summary>
          <ul>
            {articles.map((article) => (
              <li key={article}>{t(`registration.terms.${article}`, { name: brand.name })}</li>
            ))}
          </ul>
        </details>
        <Checkbox
          id={id}
          label={t('registration.terms.accept')}
          checked={value === 'true'}
          aria-invalid={error ? true : undefined}
          onValue={(checked) => onValue(checked ? 'true' : '')}
          required
        />
      </div>
    </FieldGroup>
  )
}
