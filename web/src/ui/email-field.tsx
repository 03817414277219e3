import { limits } from '@portico/rules/limits'
import { TextField, type TextFieldProps } from './text-field.tsx'

export interface EmailFieldProps extends Omit<TextFieldProps, 'type'> {
  readonly value: string
  readonly onValue: (value: string) => void
}

/** An e-mail address (VA-6), without the spaces that a paste or a phone keyboard adds around it. */
export function EmailField({ value, onValue, ...field }: EmailFieldProps) {
  return (
    <TextField
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={limits.email.max}
      {...field}
      type="email"
      inputMode="email"
      value={value}
      onValue={(typed) => onValue(typed.trim())}
    />
  )
}
