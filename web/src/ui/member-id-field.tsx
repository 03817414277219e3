import type { MemberNumberForm } from '@portico/rules/brand/types'
import { memberIdHints, memberIdLetters } from '@portico/rules/validation/member-id'
import { useText } from '../base/texts/text.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

export interface MemberIdFieldProps extends Omit<TextFieldProps, 'type' | 'hint' | 'label'> {
  /** The form of the brand's numbers. */
  readonly numberForm: MemberNumberForm
  readonly value: string
  readonly onValue: (value: string) => void
}

/** A member ID with the hints of its brand (VA-5). */
export function MemberIdField({ numberForm, value, onValue, ...field }: MemberIdFieldProps) {
  const t = useText()
  return (
    <TextField
      autoComplete="off"
      spellCheck={false}
      placeholder={t('member-id.placeholder')}
      maxLength={numberForm.max}
      {...field}
      label={t('form.memberId')}
      hint={memberIdHints(numberForm)
        .map((key) => t(key))
        .join(' ')}
      inputMode={memberIdLetters(numberForm) ? 'text' : 'numeric'}
      value={value}
      onValue={onValue}
    />
  )
}
