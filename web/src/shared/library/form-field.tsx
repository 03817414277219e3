import { Authored } from '../../base/texts/spoken.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { SafetyHelp } from '../safety/safety-help.tsx'
import type { FormField } from './form-fields.ts'

export interface FormFieldProps {
  readonly field: FormField
  readonly value: string
  readonly error: string | undefined
  readonly readOnly: boolean
  readonly onValue: (value: string) => void
}

export function controlId(name: string): string {
  return `member-form-${name}`
}

/** A field of a form by its type. */
export function FormFieldControl({ field, value, error, readOnly, onValue }: FormFieldProps) {
  const t = useText()
  const { name, type, max, required, options } = field
  const own = <Authored>{field.label}</Authored>
  const [before, after] = t('library.optional', { label: '|' }).split('|')
  const label = required ? (
    own
  ) : (
    <>
      {before}
      {own}
      {after}
    </>
  )
  const hint = field.hint ? <Authored>{field.hint}</Authored> : undefined
  const texts = { id: controlId(name), label, hint, error, required }
  switch (type) {
    case 'choice':
      return (
        <RadioGroup
          {...texts}
          options={options.map((one) => ({ ...one, label: <Authored>{one.label}</Authored> }))}
          value={value}
          onValue={onValue}
        />
      )
    case 'person':
      return <RadioGroup {...texts} options={options} value={value} onValue={onValue} />
    case 'claim':
      return (
        <Select {...texts} value={value} onValue={onValue}>
          <option value="">{t(options.length === 0 ? 'library.no-claims' : 'library.choose')}</option>
          <Options of={options} value={(option) => option.value} text={(option) => option.label} />
        </Select>
      )
    case 'long':
      return (
        <>
          <TextArea {...texts} dir="auto" maxLength={max} readOnly={readOnly} value={value} onValue={onValue} />
          <SafetyHelp text={value} />
        </>
      )
    case 'date':
      return (
        <DateField
          {...texts}
          hint={texts.hint ?? t('form.dateHint')}
          readOnly={readOnly}
          value={value}
          onValue={onValue}
        />
      )
    default:
      return (
        <TextField
          {...texts}
          {...(type === 'phone' && ({ type: 'tel', inputMode: 'tel' } as const))}
          {...(type === 'money' && ({ inputMode: 'decimal' } as const))}
          dir="auto"
          autoComplete="off"
          maxLength={max}
          readOnly={readOnly}
          value={value}
          onValue={onValue}
        />
      )
  }
}
