import { ADULT_FROM, applicantRelations, CHILD_UNTIL, wardRelations } from '@portico/rules/shop/application'
import { longestName } from '@portico/rules/validation/name'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ApplyForm } from './apply-form.ts'
import own from './person-fields.module.css'
import styles from './shop.module.css'

interface PersonFieldsProps {
  readonly form: ApplyForm
  readonly at: number
  /** By the date of birth, on the first day of coverage; null while that is not known. */
  readonly age: number | null
  /** As it was entered to see prices. */
  readonly entered: number | null
}

/** A person to cover; the first one is the applicant, if that is no guardian. */
export function PersonFields({ form, at, age, entered }: PersonFieldsProps) {
  const t = useText()
  // A date that does not fit the age that prices were shown for is said at once.
  const isYoung = at === 0 && !form.forMinors && age !== null && age < ADULT_FROM
  const hint = isYoung
    ? t('apply.adult-first')
    : age !== null && age !== entered
      ? t('apply.age.differs', { age, entered: entered ?? '' })
      : undefined
  const isGrown = form.values[`relation-${at}`] === 'child' && age !== null && age >= CHILD_UNTIL
  const relation = form.field(`relation-${at}`)
  const isApplicant = at === 0 && !form.forMinors
  return (
    <fieldset className={styles.group}>
      <legend>{isApplicant ? t('apply.you') : t('apply.person', { number: at + 1 })}</legend>
      <div className={own.fields}>
        {(['firstName', 'lastName'] as const).map((name) => (
          <TextField
            key={name}
            {...form.field(`${name}-${at}`)}
            label={t(`apply.${name}`)}
            autoComplete={!isApplicant ? 'off' : name === 'firstName' ? 'given-name' : 'family-name'}
            maxLength={longestName}
            dir="auto"
            required
          />
        ))}
        <DateField {...form.field(`dateOfBirth-${at}`)} label={t('apply.dateOfBirth')} hint={hint} required />
        {!isApplicant && (
          <Select
            {...relation}
            label={t('apply.relation')}
            hint={isGrown && relation.error === undefined ? t('relation.child-age') : undefined}
            required
          >
            <option value="">{t('shop.pick')}</option>
            <Options
              of={form.forMinors ? wardRelations : applicantRelations.filter((relation) => relation !== 'self')}
              text={(relation) =>
                t(form.forMinors && relation === 'other' ? 'apply.relation.ward' : `apply.relation.${relation}`)
              }
            />
          </Select>
        )}
        <Select {...form.field(`tobacco-${at}`)} label={t('apply.tobacco')} required>
          <option value="no">{t('apply.no')}</option>
          <option value="yes">{t('apply.yes')}</option>
        </Select>
      </div>
    </fieldset>
  )
}
