import { type ReactNode, useId } from 'react'
import fieldStyles from './field.module.css'
import type { FieldTexts } from './field.tsx'
import { FieldError } from './field-error.tsx'
import styles from './field-group.module.css'

export interface FieldGroupProps extends Pick<FieldTexts, 'label' | 'hint' | 'error'> {
  /** Announced as a group of radio buttons. */
  readonly role?: 'radiogroup'
  readonly required?: boolean
  readonly children: ReactNode
}

/** Several controls for one question, with a legend, a hint and an error for all of them. */
export function FieldGroup({ label, hint, error, role, required, children }: FieldGroupProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const ofRadios = role === 'radiogroup' && {
    'aria-required': required,
    'aria-invalid': error ? (true as const) : undefined,
  }
  return (
    <fieldset className={styles.group} role={role} aria-describedby={described || undefined} {...ofRadios}>
      <legend>{label}</legend>
      {children}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {hint && (
        <p id={`${id}-hint`} className={fieldStyles.below}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
