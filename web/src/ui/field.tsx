import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import styles from './field.module.css'
import { FieldError } from './field-error.tsx'

export interface FieldTexts {
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** What is wrong and what to do; marks the control as invalid, and is read or announced. */
  readonly error?: ReactNode
  /** Shown at the end of the label's line, e.g. a link. */
  readonly labelAction?: ReactNode
}

/** The value of a text control and its change handler. */
export interface TextValue {
  readonly value?: string | undefined
  readonly onValue?: ((value: string) => void) | undefined
}

export interface FieldProps extends FieldTexts {
  readonly controlId: string
  readonly className?: string | undefined
  /** Shown at the end of the line below the control, e.g. a counter. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** The frame of a form field: label, control, hint and error. Its control is connected by what `useField` returns. */
export function Field({ controlId, label, labelAction, hint, error, footer, className, children }: FieldProps) {
  return (
    <div className={classes(styles.field, className)}>
      <div className={styles.head}>
        <label htmlFor={controlId} className={styles.label}>
          {label}
        </label>
        {labelAction}
      </div>
      {children}
      <FieldError id={`${controlId}-error`}>{error}</FieldError>
      {(hint || footer) && (
        <div className={styles.below}>
          {hint && (
            <p id={`${controlId}-hint`} className={styles.hint}>
              {hint}
            </p>
          )}
          {footer}
        </div>
      )}
    </div>
  )
}

interface ControlProps extends FieldTexts {
  readonly id?: string | undefined
  readonly className?: string | undefined
}

/** Sorts a control's props: for its frame, for the connection with its hint and error, and for the platform's control. */
export function useField<Props extends ControlProps>(props: Props) {
  const { id, label, labelAction, hint, error, className, ...native } = props
  const ownId = useId()
  const controlId = id ?? ownId
  const ids = [error && `${controlId}-error`, hint && `${controlId}-hint`].filter(Boolean).join(' ')
  return {
    frame: { controlId, className, label, labelAction, hint, error },
    attributes: {
      id: controlId,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': ids === '' ? undefined : ids,
    } as const,
    native,
  }
}
