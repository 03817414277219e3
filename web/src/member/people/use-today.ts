import { easternParts } from '@portico/rules/time/eastern'
import type { CalendarDate } from '@portico/rules/validation/date'
import { useNow } from '../../base/use-now.ts'

/** Today in US Eastern time, which decides when last days are over. */
export function useToday(): CalendarDate {
  const { day } = easternParts(new Date(useNow().moment))
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return { year, month, day: date }
}
