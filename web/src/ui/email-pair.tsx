import { useText } from '../base/texts/text.tsx'
import { EmailField, type EmailFieldProps } from './email-field.tsx'
import styles from './field-group.module.css'

type OneField = Pick<EmailFieldProps, 'id' | 'name' | 'value' | 'onValue' | 'error'>

export interface EmailPairProps {
  readonly email: OneField
  /** Must match the first one exactly. */
  readonly repeat: OneField
  readonly required?: boolean
}

/** An e-mail address, typed twice (VA-6). */
export function EmailPair({ email, repeat, required = false }: EmailPairProps) {
  const t = useText()
  return (
    <div className={styles.stack}>
      <EmailField label={t('form.email')} required={required} {...email} />
      <EmailField label={t('form.emailRepeat')} required={required} {...repeat} />
    </div>
  )
}
