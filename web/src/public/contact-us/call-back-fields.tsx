import { bestTimes } from '@portico/rules/messages/best-times'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './contact-form.module.css'
import type { Contact } from './use-contact.ts'
import { useFieldProps } from './use-field-props.ts'

interface CallBackFieldsProps {
  readonly contact: Contact
  readonly readOnly: boolean
}

/** Phone and best time for people who want a call in addition to the written answer (MC-3, VA-1). */
export function CallBackFields({ contact, readOnly }: CallBackFieldsProps) {
  const t = useText()
  const field = useFieldProps(contact)
  const { label, ...phone } = field('phoneNumber')
  return (
    <fieldset className={styles.callBack}>
      <legend>{t('contact-us.call-back')}</legend>
      <p className={styles.hint}>{t('contact-us.call-back-hint')}</p>
      <div className={styles.pair}>
        <PhoneField
          {...phone}
          label={
            <>
              {label} <span className={styles.optional}>{t('contact-us.optional')}</span>
            </>
          }
          readOnly={readOnly}
        />
        <Select {...field('bestTime')}>
          <Options of={bestTimes} text={(time) => t(`contact-us.best-time.${time}`)} />
        </Select>
      </div>
    </fieldset>
  )
}
