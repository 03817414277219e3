import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import fieldStyles from './field.module.css'
import { Field, type FieldTexts, fieldAttributes, type TextValue } from './field.tsx'
import styles from './select.module.css'

export interface SelectProps extends FieldTexts, TextValue, Omit<ComponentProps<'select'>, 'value' | 'onChange'> {}

/** The platform's select with label, hint and error; options are its children. */
export function Select({ id, label, labelAction, hint, error, className, children, onValue, ...native }: SelectProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  return (
    <Field
      controlId={controlId}
      className={className}
      label={label}
      labelAction={labelAction}
      hint={hint}
      error={error}
    >
      <div className={styles.frame}>
        <select
          {...native}
          onChange={(event) => onValue?.(event.target.value)}
          {...fieldAttributes(controlId, { hint, error })}
          className={`${fieldStyles.control} ${styles.select}`}
        >
          {children}
        </select>
        <ChevronDown aria-hidden="true" className={styles.arrow} />
      </div>
    </Field>
  )
}
