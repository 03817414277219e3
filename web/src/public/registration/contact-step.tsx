import { isVisitor } from '@portico/rules/registration/choices'
import { phoneTypes } from '@portico/rules/validation/phone-type'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EmailPair } from '../../ui/email-pair.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './registration.module.css'
import type { RegistrationForm } from './registration-form.ts'

/** Contact information; the e-mail address is confirmed at the end. */
export function ContactStep({ form }: { readonly form: RegistrationForm }) {
  const t = useText()
  const callMe = form.field('callMe')
  return (
    <>
      <EmailPair email={form.field('email')} repeat={form.field('emailRepeat')} required />
      <div className={styles.pair}>
        <PhoneField {...form.field('phone')} label={t('registration.phone')} required />
        <Select {...form.field('phoneType')} label={t('registration.phoneType')} required>
          <option value="">{t('registration.pick')}</option>
          <Options of={phoneTypes} text={(value) => t(`registration.phoneType.${value}`)} />
        </Select>
      </div>
      {isVisitor(form.values.userType) && (
        <Checkbox
          id={callMe.id}
          label={t('registration.callMe')}
          checked={callMe.value === 'true'}
          onValue={(checked) => callMe.onValue(checked ? 'true' : '')}
        />
      )}
    </>
  )
}
