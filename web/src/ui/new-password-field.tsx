import { useId } from 'react'
import { useText } from '../base/texts/text.tsx'
import { PasswordField, type PasswordFieldProps } from './password-field.tsx'
import { PasswordRequirements, type PasswordRule } from './password-requirements.tsx'

/** Longest password that is accepted. */
const longest = 200

export interface NewPasswordFieldProps extends Omit<PasswordFieldProps, 'hint' | 'maxLength'> {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly rule: PasswordRule
}

/**
 * A single field for a new password, which can be shown, so no one has to type it twice. Its requirements are ticked off as they
 * are met (VA-4).
 */
export function NewPasswordField({ id, value, onValue, rule, ...field }: NewPasswordFieldProps) {
  const t = useText()
  const ownId = useId()
  return (
    <div>
      <PasswordField
        autoComplete="new-password"
        {...field}
        id={id ?? ownId}
        hint={t(rule.history === 0 ? 'form.password.guessed' : 'form.password.history', { count: rule.history })}
        maxLength={longest}
        value={value}
        onValue={onValue}
      />
      <PasswordRequirements word={value} rule={rule} />
    </div>
  )
}
