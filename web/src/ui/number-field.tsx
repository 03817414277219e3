import { TextField, type TextFieldProps } from './text-field.tsx'

export interface NumberFieldProps extends Omit<TextFieldProps, 'type' | 'min' | 'max'> {
  readonly value: string
  readonly onValue: (value: string) => void
  /** Digits allowed after the point. */
  readonly places?: number
}

/**
 * A number typed as digits (VA-11). Not the platform's number field, which changes with the mouse wheel and hides what it cannot
 * parse.
 */
export function NumberField({ value, onValue, places = 0, ...field }: NumberFieldProps) {
  return (
    <TextField
      autoComplete="off"
      {...field}
      inputMode={places > 0 ? 'decimal' : 'numeric'}
      value={value}
      onValue={(typed) => onValue(typed.trim())}
    />
  )
}
