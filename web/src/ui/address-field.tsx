import { limits } from '@portico/rules/limits'
import { normalizeAddress } from '@portico/rules/validation/address'
import { useText } from '../base/texts/text.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

export interface AddressFieldProps extends Omit<TextFieldProps, 'type' | 'onBlur'> {
  readonly value: string
  readonly onValue: (value: string) => void
}

/** A line of an address (VA-7), changed to upper case after typing, as it is stored. */
export function AddressField({ value, onValue, ...field }: AddressFieldProps) {
  const t = useText()
  return (
    <TextField
      autoComplete="address-line1"
      autoCapitalize="characters"
      placeholder={t('address.placeholder')}
      maxLength={limits.address.max}
      {...field}
      value={value}
      onValue={onValue}
      onBlur={() => onValue(normalizeAddress(value))}
    />
  )
}
