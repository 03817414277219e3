import type { DateParts } from '@portico/rules/validation/date'
import { useId } from 'react'
import { useText } from '../base/texts/text.tsx'
import type { FieldTexts } from './field.tsx'
import styles from './field-group.module.css'
import { FieldGroup } from './field-group.tsx'
import { TextField } from './text-field.tsx'

export interface DatePartsFieldProps extends Pick<FieldTexts, 'label' | 'hint' | 'error'> {
  /** Id of the first control, for the links of an error summary. */
  readonly id?: string
  readonly value: DateParts
  readonly onValue: (value: DateParts) => void
  /** Whether it is the person's own birthday, which browsers can fill in. */
  readonly birthday?: boolean
  readonly required?: boolean
}

const parts = [
  { name: 'month', digits: 2 },
  { name: 'day', digits: 2 },
  { name: 'year', digits: 4 },
] as const

/** A day in three fields, month, day and year (VA-10): easier to type than a whole date, and to correct. */
export function DatePartsField(props: DatePartsFieldProps) {
  const { id, label, hint, error, value, onValue, birthday = false, required } = props
  const t = useText()
  const ownId = useId()
  const firstId = id ?? ownId
  return (
    <FieldGroup label={label} hint={hint} error={error}>
      <div className={styles.parts}>
        {parts.map(({ name, digits }) => (
          <TextField
            key={name}
            id={name === 'month' ? firstId : `${firstId}-${name}`}
            label={t(`form.${name}`)}
            inputMode="numeric"
            autoComplete={birthday ? `bday-${name}` : 'off'}
            maxLength={digits}
            required={required}
            aria-invalid={error ? true : undefined}
            value={value[name]}
            onValue={(typed) => onValue({ ...value, [name]: typed })}
          />
        ))}
      </div>
    </FieldGroup>
  )
}
