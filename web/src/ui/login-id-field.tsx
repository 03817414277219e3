import { limits } from '@portico/rules/limits'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import { useText } from '../base/texts/text.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

export interface LoginIdFieldProps extends Omit<TextFieldProps, 'type' | 'onBlur' | 'label'> {
  readonly value: string
  readonly onValue: (value: string) => void
}

/** A login ID (VA-3), changed to upper case after typing, as it is stored. */
export function LoginIdField({ value, onValue, ...field }: LoginIdFieldProps) {
  const t = useText()
  return (
    <TextField
      autoComplete="username"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={limits.loginId.max}
      {...field}
      label={t('form.loginId')}
      value={value}
      onValue={onValue}
      onBlur={() => onValue(normalizeLoginId(value))}
    />
  )
}
