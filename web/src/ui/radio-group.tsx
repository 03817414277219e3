import { type ReactNode, useId } from 'react'
import type { FieldTexts } from './field.tsx'
import styles from './field-group.module.css'
import { FieldGroup } from './field-group.tsx'

export interface RadioOption<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
}

export interface RadioGroupProps<Value extends string> extends Pick<FieldTexts, 'label' | 'hint' | 'error'> {
  /** Id of the first option, for the links of an error summary. */
  readonly id?: string
  readonly options: readonly RadioOption<Value>[]
  /** Empty while nothing is chosen. */
  readonly value: Value | ''
  readonly onValue: (value: Value) => void
  readonly required?: boolean
}

/** One of a few options; each option's whole line can be clicked, and arrow keys move between them. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { id, options, value, onValue, required, ...texts } = props
  const ownId = useId()
  const firstId = id ?? ownId
  return (
    <FieldGroup {...texts} role="radiogroup" required={required ?? false}>
      <div className={styles.choices}>
        {options.map((option, at) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="radio"
              id={at === 0 ? firstId : `${firstId}-${option.value}`}
              name={firstId}
              value={option.value}
              checked={option.value === value}
              onChange={() => onValue(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
