import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ageOn } from '../validation/age.ts'
import type { CalendarDate } from '../validation/date.ts'
import {
  type AccessScope,
  accessScopes,
  claimsSeen,
  claimsSeenOfBornAfter,
  completeScopes,
  decidesForSelf,
  isOwnDecision,
  lastDayAsToday,
  lastDayOfAccess,
  lastDayOfGuardian,
  mayGiveAccess,
  scopesOfDependent,
} from './access.ts'

const today = { year: 2026, month: 11, day: 22 }
const computeBirth = (years: number) => ({ year: today.year - years, month: 1, day: 15 })
const person = (relationshipCode: string, years: number) => ({ relationshipCode, dateOfBirth: computeBirth(years) })
const dayText = ({ year, month, day }: CalendarDate) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
const toDay = (date: Date) => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
})
const anyDay = fc.date({ min: new Date('1900-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }).map(toDay)

describe('RG-3 what a choice of scopes includes', () => {
  test.each<[AccessScope[], AccessScope[]]>([
    [[], []],
    [['claims'], ['coverage', 'claims']],
    [['write'], ['coverage', 'messages', 'write']],
    [
      ['messages', 'coverage', 'messages'],
      ['coverage', 'messages'],
    ],
  ])('%j is %j', (chosen, expected) => {
    expect(completeScopes(chosen)).toEqual(expected)
  })

  test('RG-3 completing scopes removes nothing, is idempotent, and is empty only for an empty choice', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...accessScopes)), (chosen) => {
        const complete = completeScopes(chosen)
        expect(complete).toEqual(expect.arrayContaining(chosen))
        expect(completeScopes(complete)).toEqual(complete)
        expect(complete.length === 0).toBe(chosen.length === 0)
        expect(complete.includes('write') && !complete.includes('messages')).toBe(false)
      }),
    )
  })
})

describe('RG-3 RG-1 whom a member may act for without asking', () => {
  test.each([
    ['18', '05', 13, [...accessScopes]],
    ['20', '05', 0, [...accessScopes]],
    ['18', '05', 14, ['coverage']],
    ['18', '05', 17, ['coverage']],
    ['18', '05', 18, []],
    ['18', '01', 13, []],
    ['18', '18', 13, []],
    ['18', '??', 13, []],
    ['01', '05', 5, []],
    ['05', '05', 5, []],
    ['05', '18', 40, []],
    ['', '05', 5, []],
  ])('the code %s of a person with the code %s aged %i: %j', (viewer, other, years, expected) => {
    expect(scopesOfDependent(person(viewer, 40), person(other, years), today)).toEqual(expected)
  })

  test('RG-3 MP-14 whose claims are visible, as SQL asks for a whole contract', () => {
    const code = fc.constantFrom('01', '05', '18', '20', '??')
    // Dates around the birthdays, where the two could differ.
    const aged = fc.tuple(anyDay, fc.integer({ min: -1, max: 20 }), fc.integer({ min: -2, max: 2 }))
    fc.assert(
      fc.property(code, code, aged, (viewer, other, [now, years, days]) => {
        const born = toDay(new Date(Date.UTC(now.year - years, now.month - 1, now.day + days)))
        const asked =
          claimsSeen.by.includes(viewer) &&
          claimsSeen.of.includes(other) &&
          dayText(born) > dayText(claimsSeenOfBornAfter(now))
        const viewing = { relationshipCode: viewer, dateOfBirth: computeBirth(40) }
        const seen = scopesOfDependent(viewing, { relationshipCode: other, dateOfBirth: born }, now)
        expect(asked).toBe(seen.includes('claims'))
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['2026-02-28', '2012-02-28'],
    ['2026-03-01', '2012-03-01'],
    ['2028-02-29', '2014-02-28'],
  ])('RG-3 on %s they are seen of who was born after %s', (now, last) => {
    expect(dayText(claimsSeenOfBornAfter(toDay(new Date(now))))).toBe(last)
  })

  test('RG-3 from 14 on members decide for themselves', () => {
    expect([13, 14, 18, 90].map((years) => mayGiveAccess(computeBirth(years), today))).toEqual([
      false,
      true,
      true,
      true,
    ])
  })
})

describe('RG-3 when an access ends', () => {
  const adult = { year: 1970, month: 5, day: 4 }
  test.each([
    [null, null, adult, null],
    ['2026-12-24', null, adult, '2026-12-24'],
    ['2026-12-24', '2026-11-30', adult, '2026-11-30'],
    [null, '2026-12-31', { year: 2008, month: 12, day: 1 }, '2026-11-30'],
    [null, null, { year: 2008, month: 2, day: 29 }, null],
    [null, null, { year: 2012, month: 2, day: 29 }, '2030-02-28'],
    [null, null, { year: 2012, month: 1, day: 1 }, '2029-12-31'],
    // Access given by an adult: no birthday ends it.
    [null, null, { year: 2008, month: 11, day: 22 }, null],
  ])('chosen %s, coverage until %s, born %j: %s', (chosen, coverageEnds, birth, expected) => {
    expect(lastDayOfAccess({ chosen, coverageEnds, birth, given: dayText(today) })).toBe(expected)
  })

  test('RG-3 the last day on which the subscriber sees a child as today is the day before they see less', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 17 }), (years) => {
        const child = { relationshipCode: '05', dateOfBirth: computeBirth(years) }
        const last = new Date(`${lastDayAsToday(child.dateOfBirth, today)}T00:00:00Z`)
        const listScopesOn = (date: Date) => scopesOfDependent(person('18', 40), child, toDay(date))
        expect(listScopesOn(last)).toEqual(scopesOfDependent(person('18', 40), child, today))
        expect(listScopesOn(new Date(last.getTime() + 86_400_000))).not.toEqual(listScopesOn(last))
      }),
    )
  })

  test('RG-3 what a child gives ends on their 18th birthday, and not before', () => {
    fc.assert(
      fc.property(anyDay, (birth) => {
        const ends = lastDayOfAccess({ chosen: null, coverageEnds: null, birth, given: dayText(birth) })
        const last = new Date(`${ends}T00:00:00Z`)
        const after = new Date(last.getTime() + 24 * 60 * 60 * 1000)
        const onDay = (date: Date) =>
          ageOn(birth, { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() })
        expect([onDay(last), onDay(after)]).toEqual([17, 18])
      }),
    )
  })
})

test.each([
  ['2012-11-23', false, false],
  ['2012-11-22', false, true],
  ['2014-01-01', true, true],
])(
  'OS-40 MP-21 somebody born on %s, in the children’s plan: %s, decides who gets their information: %s',
  (born, chip, decides) => {
    expect(decidesForSelf(born, chip, '2026-11-22')).toBe(decides)
  },
)

test.each([
  ['2012-11-22', '2026-11-21', '2026-11-22', false],
  ['2012-11-22', '2026-11-22', '2026-11-23', true],
  ['2012-11-23', '2026-11-21', '2026-11-22', true],
  ['2012-11-23', '2025-01-01', '2030-12-01', false],
])('OS-40 ER-4 for somebody born on %s, what was decided on %s is on %s their own decision: %s', (...given) => {
  const [born, decidedOn, today, isOwn] = given
  expect(isOwnDecision(born, decidedOn, today)).toBe(isOwn)
})

test('OS-40 ER-4 a guardian’s decision holds through the day before the child turns 14', () => {
  expect(lastDayOfGuardian(computeBirth(13), today)).toBe('2027-01-14')
  expect(lastDayOfGuardian(computeBirth(14), today)).toBeNull()
})
