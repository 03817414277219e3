import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AgeContext, ageOn, checkAge, minimumAge } from './age.ts'
import type { CalendarDate } from './date.ts'

const today: CalendarDate = { year: 2026, month: 11, day: 21 }
const date = (year: number, month: number, day: number): CalendarDate => ({ year, month, day })
const computeBirth = (years: number) => ({ ...today, year: today.year - years })

it('VA-2 members are 12 for mincr and ndbcbs, else 14', () => {
  const member = (brandCode: string) => minimumAge({ person: 'member', brandCode })
  expect(['mincr', 'ndbcbs'].map(member)).toEqual([12, 12])
  expect(['hmbcbs', 'wybcbs', 'mn', 'de', 'ms', 'default'].map(member)).toEqual([14, 14, 14, 14, 14, 14])
})

it('VA-2 visitors are 19 in DE, 18 in WV, else of any age', () => {
  const visitor = (brandState: string | null) => minimumAge({ person: 'visitor', brandState })
  expect(['DE', 'WV', 'PA', 'ND', null].map(visitor)).toEqual([19, 18, 0, 0, 0])
})

const contexts: [AgeContext, number, string][] = [
  [{ person: 'member', brandCode: 'mincr' }, 12, 'age.own-login'],
  [{ person: 'member', brandCode: 'hmbcbs' }, 14, 'age.own-login'],
  [{ person: 'visitor', brandState: 'DE' }, 19, 'age.minimum'],
  [{ person: 'visitor', brandState: 'WV' }, 18, 'age.minimum'],
]

it.each(contexts)('VA-2 %o is old enough on the birthday itself, not a day before', (context, minimum, code) => {
  expect(checkAge(computeBirth(minimum), { ...context, today })).toBeNull()
  expect(checkAge({ ...computeBirth(minimum), day: 22 }, { ...context, today })).toEqual({
    code,
    params: { minimum },
  })
  expect(checkAge({ ...computeBirth(minimum), month: 12, day: 1 }, { ...context, today })).toEqual({
    code,
    params: { minimum },
  })
})

it('VA-2 a newborn may visit if there is no minimum, but nobody is born tomorrow', () => {
  const visitor = { person: 'visitor', brandState: null, today } as const
  expect(checkAge(today, visitor)).toBeNull()
  expect(checkAge({ ...today, day: 22 }, visitor)).toEqual({ code: 'age.future' })
  expect(checkAge({ ...today, year: 2062 }, { person: 'member', brandCode: 'hmbcbs', today })).toEqual({
    code: 'age.future',
  })
})

it('VA-2 someone born on February 29 turns older on March 1, in leap years on February 29', () => {
  const birth = date(2008, 2, 29)
  expect(ageOn(birth, date(2026, 2, 28))).toBe(17)
  expect(ageOn(birth, date(2026, 3, 1))).toBe(18)
  expect(ageOn(birth, date(2028, 2, 28))).toBe(19)
  expect(ageOn(birth, date(2028, 2, 29))).toBe(20)
})

it('VA-2 age in full years is the number of birthdays since birth', () => {
  const day = fc.record({
    year: fc.integer({ min: 1900, max: 2026 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
  })
  const instant = ({ year, month, day }: CalendarDate) => Date.UTC(year, month - 1, day)
  fc.assert(
    fc.property(day, day, (one, other) => {
      const [birth, later] = instant(one) <= instant(other) ? [one, other] : [other, one]
      let birthdays = 0
      while (instant({ ...birth, year: birth.year + birthdays + 1 }) <= instant(later)) birthdays += 1
      expect(ageOn(birth, later)).toBe(birthdays)
    }),
  )
})
