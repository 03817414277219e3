import { guardianFields } from '@portico/rules/shop/application'
import { longestName } from '@portico/rules/validation/name'
import { useText } from '../../base/texts/text.tsx'
import { Card } from '../../ui/card.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ApplyForm } from './apply-form.ts'
import own from './person-fields.module.css'
import styles from './shop.module.css'

/** The adult who applies for minors only (SH-9), and is not covered. */
export function GuardianFields({ form }: { readonly form: ApplyForm }) {
  const t = useText()
  return (
    <Card title={t('apply.guardian')}>
      <div className={styles.stack}>
        <p>{t('apply.guardian.text', { minimum: form.adultFrom })}</p>
        {form.adultFrom > 18 && <p>{t('apply.guardian.alone')}</p>}
        <div className={own.fields}>
          {guardianFields.map((name) =>
            name === 'guardianDateOfBirth' ? (
              <DateField key={name} {...form.field(name)} label={t(`apply.${name}`)} required />
            ) : (
              <TextField
                key={name}
                {...form.field(name)}
                label={t(`apply.${name}`)}
                autoComplete={name === 'guardianFirstName' ? 'given-name' : 'family-name'}
                maxLength={longestName}
                dir="auto"
                required
              />
            ),
          )}
        </div>
      </div>
    </Card>
  )
}
