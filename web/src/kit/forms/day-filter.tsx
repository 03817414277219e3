import { formatDate, parseDate } from '@portico/rules/validation/date'
import { useEffect, useState } from 'react'
import { useNow } from '../../base/use-now.ts'
import { DateField } from '../../ui/date-field.tsx'

export interface DayFilterProps {
  readonly label: string
  /** `yyyy-mm-dd`, '' for none. */
  readonly value: string
  /** The error for an invalid date. */
  readonly wrong: string
  readonly onDay: (day: string) => void
}

/** A date filter that applies once the date is complete; an invalid one shows an error on blur. */
export function DayFilter({ label, value, wrong, onDay }: DayFilterProps) {
  const { moment } = useNow()
  const [text, setText] = useState(() => formatDay(value))
  const [isWrong, setWrong] = useState(false)
  useEffect(() => setText(formatDay(value)), [value])
  const read = (typed: string) => {
    // Only the century of a year of two digits depends on today.
    const date = parseDate(typed, { year: Number(moment.slice(0, 4)), month: 1, day: 1 })
    return date && [date.year, date.month, date.day].map((part) => String(part).padStart(2, '0')).join('-')
  }
  return (
    <DateField
      label={label}
      value={text}
      error={isWrong ? wrong : undefined}
      onValue={setText}
      onBlur={() => {
        const day = text.trim() === '' ? '' : read(text.trim())
        setWrong(day === null)
        if (day !== null && day !== value) onDay(day)
      }}
    />
  )
}

function formatDay(value: string): string {
  const [year = 0, month = 0, day = 0] = value.split('-').map(Number)
  return value === '' ? '' : formatDate({ year, month, day })
}
