import { visibleLine } from '@portico/rules/text/visible'
import { type ComponentProps, useId } from 'react'
import { classes } from './classes.ts'
import styles from './field.module.css'
import { Field, type FieldTexts, fieldAttributes, type TextValue } from './field.tsx'

export interface TextFieldProps extends FieldTexts, TextValue, Omit<ComponentProps<'input'>, 'value' | 'onChange'> {}

/** One line of text with label, hint and error; everything else is passed to the platform's input. */
export function TextField({ id, label, labelAction, hint, error, className, onValue, ...native }: TextFieldProps) {
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
      <input
        type="text"
        {...native}
        onChange={(event) => onValue?.(visibleLine(event.target.value))}
        {...fieldAttributes(controlId, { hint, error })}
        aria-invalid={error ? true : native['aria-invalid']}
        className={classes(styles.control)}
      />
    </Field>
  )
}
