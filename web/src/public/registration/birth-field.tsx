import { useText } from '../../base/texts/text.tsx'
import { DatePartsField } from '../../ui/date-parts-field.tsx'

interface BirthFieldProps {
  readonly id: string
  readonly label: string
  /** `month/day/year`, as typed. */
  readonly value: string
  readonly error: string | undefined
  readonly onValue: (value: string) => void
  /** Whether it is the person's own birthday. */
  readonly birthday: boolean
}

/** A date of birth in three fields, kept as one value. */
export function BirthField({ id, label, value, error, onValue, birthday }: BirthFieldProps) {
  const t = useText()
  const [month = '', day = '', year = ''] = value.split('/')
  return (
    <DatePartsField
      id={id}
      label={label}
      hint={t('form.dateHint')}
      error={error}
      value={{ month, day, year }}
      onValue={(parts) => onValue(`${parts.month}/${parts.day}/${parts.year}`)}
      birthday={birthday}
      required
    />
  )
}
