import { isGuardian, isVisitor, registrantRelationships } from '@portico/rules/registration/choices'
import { longestName } from '@portico/rules/validation/name'
import { useText } from '../messages/text.tsx'
import { usePage } from '../page-state.tsx'
import { DatePartsField } from '../ui/date-parts-field.tsx'
import { MemberIdField } from '../ui/member-id-field.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './registration.module.css'
import { personLabels, type RegistrationForm } from './registration-form.ts'

/** Whose account it is to be; of members also whose coverage it is. */
export function PersonStep({ form }: { readonly form: RegistrationForm }) {
  const t = useText()
  const { brand } = usePage()
  const { userType, relationship } = form.values
  const labels = personLabels(relationship)
  const guardian = isGuardian(relationship)
  const birth = form.field('dateOfBirth')
  const [month = '', day = '', year = ''] = birth.value.split('/')
  return (
    <>
      {!isVisitor(userType) && <RelationshipField form={form} />}
      {!isVisitor(userType) && (
        <MemberIdField {...form.field('memberId')} sharedBrandCode={brand.sharedBrandCode} required />
      )}
      <div className={styles.pair}>
        {(['firstName', 'lastName'] as const).map((name) => {
          const { onValue, ...field } = form.field(name)
          const ofOwn = name === 'firstName' ? 'given-name' : 'family-name'
          return (
            <TextField
              key={name}
              {...field}
              label={t(labels[name])}
              autoComplete={guardian ? 'off' : ofOwn}
              maxLength={longestName}
              dir="auto"
              onChange={(event) => onValue(event.target.value)}
              required
            />
          )
        })}
      </div>
      <DatePartsField
        id={birth.id}
        label={t(labels.dateOfBirth)}
        hint={t('form.dateHint')}
        error={birth.error}
        value={{ month, day, year }}
        onValue={(parts) => birth.onValue(`${parts.month}/${parts.day}/${parts.year}`)}
        birthday={!guardian}
        required
      />
    </>
  )
}

function RelationshipField({ form }: { readonly form: RegistrationForm }) {
  const t = useText()
  const { onValue, ...field } = form.field('relationship')
  return (
    <Select
      {...field}
      label={t('registration.relationship')}
      hint={t('registration.relationshipHint')}
      onChange={(event) => onValue(event.target.value)}
      required
    >
      <option value="">{t('registration.pick')}</option>
      {registrantRelationships.map((value) => (
        <option key={value} value={value}>
          {t(`registration.relationship.${value}`)}
        </option>
      ))}
    </Select>
  )
}
