import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import fieldStyles from './field.module.css'
import { Field, type FieldTexts, type TextValue, useField } from './field.tsx'
import styles from './select.module.css'

export interface SelectProps extends FieldTexts, TextValue, Omit<ComponentProps<'select'>, 'value' | 'onChange'> {}

/** The platform's select with label, hint and error; options are its children. */
export function Select({ children, onValue, ...props }: SelectProps) {
  const { frame, attributes, native } = useField(props)
  return (
    <Field {...frame}>
      <div className={styles.frame}>
        <select
          {...native}
          onChange={(event) => onValue?.(event.target.value)}
          {...attributes}
          className={`${fieldStyles.control} ${styles.select}`}
        >
          {children}
        </select>
        <ChevronDown aria-hidden="true" className={styles.arrow} />
      </div>
    </Field>
  )
}
