import { type CalendarDate, daysIn } from './date.ts'
import type { Problem } from './result.ts'

/** For members the brand's code decides, for visitors the state whose rules the brand follows (null: no single state). */
export type AgeContext =
  | { readonly person: 'member'; readonly brandCode: string }
  | { readonly person: 'visitor'; readonly brandState: string | null }

/** The youngest age in full years at which a person may use the portal (VA-2). */
export function minimumAge(context: AgeContext): number {
  if (context.person === 'member') return ['mincr', 'ndbcbs'].includes(context.brandCode) ? 12 : 14
  if (context.brandState === 'DE') return 19
  return context.brandState === 'WV' ? 18 : 0
}

/**
 * Age in full years on the day `today`; negative for someone not yet born. In years without February 29, someone born on that day
 * turns older on March 1.
 */
export function ageOn(birth: CalendarDate, today: CalendarDate): number {
  const birthdayCame = today.month > birth.month || (today.month === birth.month && today.day >= birth.day)
  return today.year - birth.year - (birthdayCame ? 0 : 1)
}

/** The same for two days as `yyyy-mm-dd`. */
export function ageOnDay(birth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4))
  return day.slice(5) < birth.slice(5) ? years - 1 : years
}

/** The latest birth date of someone who is `age` full years old on the day `today`. */
export function lastBirthOfAge(age: number, { year, month, day }: CalendarDate): CalendarDate {
  const born = { year: year - age, month }
  return { ...born, day: Math.min(day, daysIn(born.year, month)) }
}

/** Whether someone is old enough on the day of the request (VA-2); the problem names the `minimum` age in years. */
export function checkAge(
  birth: CalendarDate,
  { today, ...context }: AgeContext & { today: CalendarDate },
): Problem | null {
  const age = ageOn(birth, today)
  if (age < 0) return { code: 'age.future' }
  const minimum = minimumAge(context)
  if (age >= minimum) return null
  // The member's message tells a child on a plan who sees their information until that age.
  return { code: context.person === 'member' ? 'age.own-login' : 'age.minimum', params: { minimum } }
}
