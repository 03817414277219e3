import { isGuardian, isVisitor, registrantRelationships } from '@portico/rules/registration/choices'
import { longestName } from '@portico/rules/validation/name'
import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { MemberIdField } from '../../ui/member-id-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { BirthField } from './birth-field.tsx'
import styles from './registration.module.css'
import { personLabels, type RegistrationForm } from './registration-form.ts'

/** Asks whose account it will be and, for members, whose coverage it is. */
export function PersonStep({ form }: { readonly form: RegistrationForm }) {
  const t = useText()
  const { brand } = usePage()
  const { userType, relationship } = form.values
  const labels = personLabels(relationship)
  const guardian = isGuardian(relationship)
  return (
    <>
      {!isVisitor(userType) && <RelationshipField form={form} />}
      {!isVisitor(userType) && <MemberIdField {...form.field('memberId')} numberForm={brand.memberNumber} required />}
      <div className={styles.pair}>
        {(['firstName', 'lastName'] as const).map((name) => {
          const ofOwn = name === 'firstName' ? 'given-name' : 'family-name'
          return (
            <TextField
              key={name}
              {...form.field(name)}
              label={t(labels[name])}
              autoComplete={guardian ? 'off' : ofOwn}
              maxLength={longestName}
              dir="auto"
              required
            />
          )
        })}
      </div>
      <BirthField {...form.field('dateOfBirth')} label={t(labels.dateOfBirth)} birthday={!guardian} />
    </>
  )
}

function RelationshipField({ form }: { readonly form: RegistrationForm }) {
  const t = useText()
  return (
    <Select
      {...form.field('relationship')}
      label={t('registration.relationship')}
      hint={t('registration.relationshipHint')}
      required
    >
      <option value="">{t('registration.pick')}</option>
      <Options of={registrantRelationships} text={(value) => t(`registration.relationship.${value}`)} />
    </Select>
  )
}
