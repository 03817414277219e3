import { useText } from '../base/texts/text.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

export interface DateFieldProps extends Omit<TextFieldProps, 'type'> {
  readonly value: string
  readonly onValue: (value: string) => void
}

/** A day typed as mm/dd/yyyy or mm/dd/yy (VA-10). */
export function DateField({ value, onValue, hint, ...field }: DateFieldProps) {
  const t = useText()
  return (
    <TextField
      hint={hint ?? t('form.dateHint')}
      autoComplete="off"
      maxLength={'mm/dd/yyyy'.length}
      {...field}
      value={value}
      onValue={onValue}
    />
  )
}
