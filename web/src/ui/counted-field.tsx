import { type ComponentProps, useId } from 'react'
import { Counter } from './counter.tsx'
import styles from './field.module.css'
import { Field, type FieldTexts, fieldAttributes } from './field.tsx'

export interface CountedFieldProps
  extends FieldTexts,
    Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange'> {
  readonly value: string
  readonly onValue?: (value: string) => void
  /** In UTF-16 units, as the platform counts. */
  readonly maxLength: number
}

/** One line of text with a counter. */
export function CountedField({
  id,
  label,
  labelAction,
  hint,
  error,
  className,
  onValue,
  ...native
}: CountedFieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const counter = <Counter length={native.value.length} maxLength={native.maxLength} />
  return (
    <Field
      controlId={controlId}
      className={className}
      footer={counter}
      label={label}
      labelAction={labelAction}
      hint={hint}
      error={error}
    >
      <input
        type="text"
        {...native}
        onChange={(event) => onValue?.(event.target.value)}
        {...fieldAttributes(controlId, { hint, error })}
        className={styles.control}
      />
    </Field>
  )
}
