import { type ComponentProps, useId, useState } from 'react'
import { useText } from '../texts/text.tsx'
import fieldStyles from './field.module.css'
import { Field, type FieldTexts, fieldAttributes, type TextValue } from './field.tsx'
import styles from './password-field.module.css'

export interface PasswordFieldProps
  extends FieldTexts,
    TextValue,
    Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {}

/** A password that can be shown and hidden with a button (SI-1). */
export function PasswordField({
  id,
  label,
  labelAction,
  hint,
  error,
  className,
  onValue,
  ...native
}: PasswordFieldProps) {
  const t = useText()
  const ownId = useId()
  const controlId = id ?? ownId
  const [shown, setShown] = useState(false)
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
        <input
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          {...native}
          onChange={(event) => onValue?.(event.target.value)}
          {...fieldAttributes(controlId, { hint, error })}
          type={shown ? 'text' : 'password'}
          className={`${fieldStyles.control} ${styles.input}`}
        />
        <button
          type="button"
          className={styles.toggle}
          aria-controls={controlId}
          aria-label={t(shown ? 'ui.hidePassword' : 'ui.showPassword')}
          onClick={() => setShown(!shown)}
        >
          {t(shown ? 'ui.hide' : 'ui.show')}
        </button>
      </div>
    </Field>
  )
}
