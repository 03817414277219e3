import type { ComponentProps } from 'react'
import { Counter } from './counter.tsx'
import styles from './field.module.css'
import { Field, type FieldTexts, useField } from './field.tsx'

export interface CountedFieldProps
  extends FieldTexts,
    Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange'> {
  readonly value: string
  readonly onValue?: (value: string) => void
  /** In UTF-16 units, as the platform counts. */
  readonly maxLength: number
}

/** One line of text with a counter. */
export function CountedField({ onValue, ...props }: CountedFieldProps) {
  const { frame, attributes, native } = useField(props)
  const counter = <Counter length={native.value.length} maxLength={native.maxLength} />
  return (
    <Field {...frame} footer={counter}>
      <input
        type="text"
        {...native}
        onChange={(event) => onValue?.(event.target.value)}
        {...attributes}
        className={styles.control}
      />
    </Field>
  )
}
