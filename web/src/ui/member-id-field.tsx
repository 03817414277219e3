import { limits } from '@portico/rules/limits'
import { memberIdHints, memberIdLetters } from '@portico/rules/validation/member-id'
import { useText } from '../base/texts/text.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

export interface MemberIdFieldProps extends Omit<TextFieldProps, 'type' | 'hint' | 'label'> {
  /** The brand whose rule and hints apply. */
  readonly sharedBrandCode: string
  readonly value: string
  readonly onValue: (value: string) => void
}

/** A member ID with the hints of its brand (VA-5). */
export function MemberIdField({ sharedBrandCode, value, onValue, ...field }: MemberIdFieldProps) {
  const t = useText()
  return (
    <TextField
      autoComplete="off"
      spellCheck={false}
      placeholder={t('member-id.placeholder')}
      maxLength={limits.memberId.max}
      {...field}
      label={t('form.memberId')}
      hint={memberIdHints(sharedBrandCode)
        .map((key) => t(key))
        .join(' ')}
      inputMode={memberIdLetters(sharedBrandCode) ? 'text' : 'numeric'}
      value={value}
      onValue={onValue}
    />
  )
}
