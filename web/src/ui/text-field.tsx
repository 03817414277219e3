import { visibleLine } from '@portico/rules/text/visible'
import type { ComponentProps } from 'react'
import styles from './field.module.css'
import { Field, type FieldTexts, type TextValue, useField } from './field.tsx'

export interface TextFieldProps extends FieldTexts, TextValue, Omit<ComponentProps<'input'>, 'value' | 'onChange'> {}

/** One line of text with label, hint and error; everything else is passed to the platform's input. */
export function TextField({ onValue, ...props }: TextFieldProps) {
  const { frame, attributes, native } = useField(props)
  return (
    <Field {...frame}>
      <input
        type="text"
        {...native}
        onChange={(event) => onValue?.(visibleLine(event.target.value))}
        {...attributes}
        aria-invalid={attributes['aria-invalid'] ?? native['aria-invalid']}
        className={styles.control}
      />
    </Field>
  )
}
