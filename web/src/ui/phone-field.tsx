import { limits } from '@portico/rules/limits'
import { formatPhone } from '@portico/rules/validation/phone'
import { useText } from '../base/texts/text.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

export interface PhoneFieldProps extends Omit<TextFieldProps, 'type' | 'onBlur'> {
  readonly value: string
  readonly onValue: (value: string) => void
}

/** The only control for phone numbers (VA-1): a 10-digit one is formatted as (xxx) xxx-xxxx after typing. */
export function PhoneField({ value, onValue, ...field }: PhoneFieldProps) {
  const t = useText()
  return (
    <TextField
      autoComplete="tel"
      placeholder={t('phone.placeholder')}
      maxLength={limits.phone.max}
      {...field}
      type="tel"
      value={value}
      onValue={onValue}
      onBlur={() => onValue(formatPhone(value.trim()))}
    />
  )
}
