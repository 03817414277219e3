import { type ComponentProps, useId } from 'react'
import { classes } from './classes.ts'
import styles from './field.module.css'
import { Field, type FieldTexts, fieldAttributes } from './field.tsx'

export interface TextFieldProps extends FieldTexts, ComponentProps<'input'> {}

/** One line of text with label, hint and error; everything else is the platform's input. */
export function TextField({ id, label, labelAction, hint, error, className, ...native }: TextFieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  return (
    <Field controlId={controlId} className={className} {...{ label, labelAction, hint, error }}>
      <input
        type="text"
        {...native}
        {...fieldAttributes(controlId, { hint, error })}
        aria-invalid={error ? true : native['aria-invalid']}
        className={classes(styles.control)}
      />
    </Field>
  )
}
