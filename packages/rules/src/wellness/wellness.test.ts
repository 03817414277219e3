import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ageOnDay } from '../validation/age.ts'
import { hasSmoked, listTips } from './assessment.ts'
import { findMonday, goalProgress, mayMark } from './goals.ts'
import { type CareFacts, dueCare, monthsAfter, type Recommendation } from './preventive.ts'

const rule = (id: string, more: Partial<Recommendation> = {}): Recommendation => ({
  id,
  from: 18,
  to: null,
  sex: null,
  smoked: false,
  shownBy: [],
  ...more,
})
const facts = (more: Partial<CareFacts> = {}): CareFacts => ({
  born: '1976-11-22',
  today: '2026-11-22',
  sex: null,
  smoked: null,
  services: [],
  ...more,
})
const ids = (rules: Recommendation[], more: Partial<CareFacts> = {}) => dueCare(rules, facts(more)).map(({ id }) => id)

describe('MP-20 preventive care that is due', () => {
  test('MP-20 follows the age to the day, including the first and last year', () => {
    const rules = [rule('fifty', { from: 50 }), rule('to-fifty', { to: 50 }), rule('to-49', { to: 49 })]
    expect(ids(rules)).toEqual(['fifty', 'to-fifty'])
    expect(ids(rules, { born: '1976-11-23' })).toEqual(['to-fifty', 'to-49'])
    expect(ageOnDay('2000-02-29', '2026-02-28')).toBe(25)
    expect(ageOnDay('2000-02-29', '2026-03-01')).toBe(26)
  })

  test('MP-20 care for one sex, or for smokers, may apply if we do not know whether it does', () => {
    const rules = [rule('all'), rule('women', { sex: 'female' }), rule('smokers', { smoked: true })]
    expect(dueCare(rules, facts()).map(({ id, ifApplies }) => `${id} ${ifApplies}`)).toEqual([
      ...['all false', 'women true', 'smokers true'],
    ])
    expect(ids(rules, { sex: 'male', smoked: false })).toEqual(['all'])
    expect(dueCare(rules, facts({ sex: 'female', smoked: true })).every(({ ifApplies }) => !ifApplies)).toBe(true)
  })

  test('MP-20 a missing claim does not mean that it was not done; a claim counts for as long as its test does', () => {
    const colon = rule('colon', {
      shownBy: [
        { codes: ['G0121'], months: 120 },
        { codes: ['G0328'], months: 12 },
      ],
    })
    const findState = (...services: { code: string; day: string }[]) => dueCare([colon], facts({ services }))[0]
    expect(findState()).toMatchObject({ state: 'no-claim', last: null, next: null })
    expect(findState({ code: 'X', day: '2026-01-01' })).toMatchObject({ state: 'no-claim' })
    const both = [
      { code: 'G0121', day: '2020-05-31' },
      { code: 'G0328', day: '2024-01-01' },
    ]
    expect(findState(...both)).toMatchObject({ state: 'shown', last: '2024-01-01', next: '2030-05-31' })
    expect(findState({ code: 'G0328', day: '2025-11-22' })).toMatchObject({ state: 'again', next: '2026-11-22' })
    expect(findState({ code: 'G0328', day: '2025-11-23' })).toMatchObject({ state: 'shown' })
    const once = rule('once', { shownBy: [{ codes: ['G0472'], months: null }] })
    const services = [{ code: 'G0472', day: '2001-01-01' }]
    expect(dueCare([once], facts({ services }))[0]).toMatchObject({ state: 'shown', next: null })
    expect(dueCare([once], facts({ services: [{ code: 'G0472', day: '2027-01-01' }] }))[0]?.state).toBe('no-claim')
    // What claims never show must not be called missing from them.
    expect(dueCare([rule('unseen', { shownBy: [] })], facts({ services }))[0]).toMatchObject({
      state: 'ask',
      last: null,
    })
  })

  test('MP-20 a shorter month ends the period on its last day', () => {
    expect([monthsAfter('2024-02-29', 12), monthsAfter('2026-08-31', 6)]).toEqual(['2025-02-28', '2027-02-28'])
  })
})

describe('MP-20 goals', () => {
  test('MP-20 count days of the week from Monday on, and weeks in a row; an unfinished week breaks nothing', () => {
    expect(findMonday('2026-11-22')).toBe('2026-11-16')
    const weeks = ['2026-11-02', '2026-11-04', '2026-11-09', '2026-11-15', '2026-11-15']
    expect(goalProgress(weeks, 2, '2026-11-18')).toEqual({ done: 0, streak: 2, best: 2 })
    expect(goalProgress([...weeks, '2026-11-16', '2026-11-17'], 2, '2026-11-18')).toEqual({
      done: 2,
      streak: 3,
      best: 3,
    })
    expect(goalProgress(weeks, 2, '2026-11-25')).toEqual({ done: 0, streak: 0, best: 2 })
    expect(goalProgress(['2026-11-30'], 1, '2026-11-18')).toEqual({ done: 0, streak: 0, best: 0 })
  })

  test('MP-20 no streak is longer than the best one, nor than the weeks there are', () => {
    const day = fc
      .integer({ min: 0, max: 200 })
      .map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10))
    fc.assert(
      fc.property(fc.array(day, { maxLength: 150 }), fc.integer({ min: 1, max: 7 }), day, (days, perWeek, today) => {
        const { done, streak, best } = goalProgress(days, perWeek, today)
        expect(streak).toBeLessThanOrEqual(best)
        expect(best).toBeLessThanOrEqual(new Set(days.map(findMonday)).size)
        expect(done).toBeLessThanOrEqual(7)
      }),
    )
  })

  test('MP-20 a day of the last two weeks can be marked, but no earlier day and no future day', () => {
    const marked = ['2026-11-23', '2026-11-22', '2026-11-09', '2026-11-08'].map((day) => mayMark(day, '2026-11-22'))
    expect(marked).toEqual([false, true, true, false])
  })
})

test('MP-20 advice follows only from the answers given, most important first', () => {
  expect(listTips({})).toEqual([])
  expect(listTips({ smoking: 'now', mood: 'low-often', sleep: 'enough' })).toEqual(['mood', 'smoking'])
  expect([hasSmoked({}), hasSmoked({ smoking: 'never' }), hasSmoked({ smoking: 'past' })]).toEqual([null, false, true])
})
