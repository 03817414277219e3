import { applicantRelations, wardRelations } from '@portico/rules/shop/application'
import { TOBACCO_FROM } from '@portico/rules/shop/rating'
import { longestName } from '@portico/rules/validation/name'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ApplyForm } from './apply-form.ts'
import own from './person-fields.module.css'
import styles from './shop.module.css'
import { useWho } from './use-who.ts'

interface PersonFieldsProps {
  readonly form: ApplyForm
  readonly at: number
  /** By the date of birth, on the first day of coverage; null if that is not known. */
  readonly age: number | null
  /** As entered to see prices; null: it was not. */
  readonly entered: number | null
  /** Removes them from the application; null: nobody would be left, or only one can be covered. */
  readonly onTakeOff: (() => void) | null
}

/** A person to cover; one of them is the applicant, unless a guardian applies. */
export function PersonFields({ form, at, age, entered, onTakeOff }: PersonFieldsProps) {
  const t = useText()
  const findWho = useWho(form.people)
  const { adultFrom } = form
  const isApplicant = at === form.applicant
  const forMinors = form.applicant === null
  // A date that contradicts the age behind the shown prices is reported at once.
  const isYoung = isApplicant && age !== null && age < adultFrom
  const hint = isYoung
    ? t('apply.adult-first', { minimum: adultFrom })
    : age !== null && entered !== null && age !== entered
      ? t('apply.age.differs', { age, entered })
      : undefined
  const unrelated = form.findUnrelated(at)
  const relation = form.field(`relation-${at}`)
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
            hint={unrelated && relation.error === undefined ? t(unrelated.code) : undefined}
            required
          >
            <option value="">{t('shop.pick')}</option>
            <Options
              of={forMinors ? wardRelations : applicantRelations.filter((relation) => relation !== 'self')}
              text={(relation) =>
                t(forMinors && relation === 'other' ? 'apply.relation.ward' : `apply.relation.${relation}`)
              }
            />
          </Select>
        )}
        {(age ?? entered ?? TOBACCO_FROM) >= TOBACCO_FROM && (
          <Select {...form.field(`tobacco-${at}`)} label={t('apply.tobacco')} required>
            <option value="no">{t('apply.no')}</option>
            <option value="yes">{t('apply.yes')}</option>
          </Select>
        )}
      </div>
      {onTakeOff !== null && (
        <Button variant="quiet" className={own.off} onClick={onTakeOff}>
          {t('apply.take-off', { who: findWho(at) })}
        </Button>
      )}
    </fieldset>
  )
}
