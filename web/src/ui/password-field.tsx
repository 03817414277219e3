import { type ComponentProps, useState } from 'react'
import { useText } from '../base/texts/text.tsx'
import fieldStyles from './field.module.css'
import { Field, type FieldTexts, type TextValue, useField } from './field.tsx'
import styles from './password-field.module.css'

export interface PasswordFieldProps
  extends FieldTexts,
    TextValue,
    Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {}

/** A password that can be shown and hidden with a button (SI-1). */
export function PasswordField({ onValue, ...props }: PasswordFieldProps) {
  const t = useText()
  const { frame, attributes, native } = useField(props)
  const [shown, setShown] = useState(false)
  return (
    <Field {...frame}>
      <div className={styles.frame}>
        <input
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          {...native}
          onChange={(event) => onValue?.(event.target.value)}
          {...attributes}
          type={shown ? 'text' : 'password'}
          className={`${fieldStyles.control} ${styles.input}`}
        />
        <button
          type="button"
          className={styles.toggle}
          aria-controls={frame.controlId}
          aria-label={t(shown ? 'ui.hidePassword' : 'ui.showPassword')}
          onClick={() => setShown(!shown)}
        >
          {t(shown ? 'ui.hide' : 'ui.show')}
        </button>
      </div>
    </Field>
  )
}
