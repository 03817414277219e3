import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkGuardian, checkPin, dueGuardianCode, guardianCode, guardianFields } from './guardian.ts'

const today = { year: 2026, month: 11, day: 22 }

describe('guardian', () => {
  test('ER-4 ER-5 a child is under 14 until the day before the birthday', () => {
    expect(guardianCode({ year: 2012, month: 11, day: 23 }, today)).toBe('UNDER_CHIP14')
    expect(guardianCode({ year: 2012, month: 11, day: 22 }, today)).toBe('OVER_CHIP14')
  })

  test('ER-4 ER-5 MP-14 a guardian who was proven before the child turned 14 must be proven again afterwards', () => {
    const birth = { year: 2012, month: 11, day: 22 }
    const dayBefore = { year: 2026, month: 11, day: 21 }
    const dueOn = (day: typeof today, provenOn: typeof today | null) => dueGuardianCode({ birth, provenOn }, day)
    expect(dueOn(dayBefore, null)).toBe('UNDER_CHIP14')
    expect(dueOn(dayBefore, { year: 2020, month: 1, day: 31 })).toBeNull()
    expect(dueOn(dayBefore, dayBefore)).toBeNull()
    expect(dueOn(today, null)).toBe('OVER_CHIP14')
    expect(dueOn(today, dayBefore)).toBe('OVER_CHIP14')
    expect(dueOn(today, today)).toBeNull()
    expect(dueOn({ year: 2029, month: 1, day: 2 }, today)).toBeNull()
  })

  test.each<[string, string | undefined]>([
    ['', 'field.required'],
    ['2/3/1980', 'date.format'],
    ['11/23/2026', 'age.future'],
    ['11/23/2008', 'age.minimum'],
    ['11/22/2008', undefined],
  ])('ER-5 a guardian born %s: %s', (born, code) => {
    expect(checkGuardian('guardianDateOfBirth', born, today)?.code).toBe(code)
  })

  test('ER-5 the usual rules apply to a guardian’s names; nothing makes a check throw', () => {
    expect(checkGuardian('guardianFirstName', 'Zoë', today)).toBeNull()
    expect(checkGuardian('guardianLastName', ' ', today)?.code).toBe('field.required')
    fc.assert(
      fc.property(fc.constantFrom(...guardianFields), fc.string({ unit: 'binary' }), (name, value) => {
        checkGuardian(name, value, today)
      }),
    )
  })

  test('ER-5 a PIN is six digits of ASCII and nothing else', () => {
    expect(checkPin('')?.code).toBe('field.required')
    for (const wrong of ['12345', '1234567', '12345a', '１２３４５６', '123456\n'])
      expect(checkPin(wrong)?.code).toBe('pin.invalid')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), (pin) => checkPin(String(pin).padStart(6, '0')) === null),
    )
  })
})
