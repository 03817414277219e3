import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leastCost } from '../../../../tools/work-unit.ts'
import { boxAround, milesBetween, projectPoint } from './distance.ts'
import { businessDaysAfter, isVerified } from './limits.ts'
import { placeInText, readPlace } from './place.ts'
import { findSpecialties } from './specialties.ts'
import { specialtiesLike, understand } from './understand.ts'

/** Upper bound in units of work: many times what a healthy search takes, and far below what a runaway search takes. */
const maxUnits = 200

const point = fc.record({
  lat: fc.double({ min: -70, max: 72, noNaN: true }),
  lon: fc.double({ min: -170, max: 170, noNaN: true }),
})

describe('MP-22 distance', () => {
  test.each([
    ['New York', { lat: 40.7128, lon: -74.006 }, 'Los Angeles', { lat: 34.0522, lon: -118.2437 }, 2445],
    ['Pittsburgh', { lat: 40.4406, lon: -79.9959 }, 'Philadelphia', { lat: 39.9526, lon: -75.1652 }, 257],
  ])('MP-22 from %s to %s in statute miles', (_, a, __, b, miles) => {
    expect(Math.abs(milesBetween(a, b) - miles)).toBeLessThan(2)
    expect(milesBetween(b, a)).toBeCloseTo(milesBetween(a, b), 9)
  })

  test('CO-1 every point within a distance lies in its box', () => {
    fc.assert(
      fc.property(point, point, fc.double({ min: 1, max: 3000, noNaN: true }), (center, other, miles) => {
        fc.pre(milesBetween(center, other) <= miles && Math.abs(center.lon - other.lon) < 180)
        const { low, high } = boxAround(center, miles)
        const { x, y } = projectPoint(other)
        expect([x >= low.x - 1e-6, x <= high.x + 1e-6, y >= low.y - 1e-6, y <= high.y + 1e-6]).toEqual([
          true,
          true,
          true,
          true,
        ])
      }),
    )
  })
})

describe('MP-22 what is typed', () => {
  test.each([
    ['knee pain', 'en', 'orthopedics'],
    ['my knee hurts', 'en', 'orthopedics'],
    ['baby doctor', 'en', 'pediatrics'],
    ['cardiolgist', 'en', 'cardiology'],
    ['chest pain', 'en', 'cardiology'],
    ['dolor de rodilla', 'es', 'orthopedics'],
    ['doctor del corazón', 'en', 'cardiology'],
    ['heart doctor', 'es', 'cardiology'],
    ['me duele la rodilla', 'es', 'orthopedics'],
    ['me duele la espalda', 'es', 'spine'],
    ['me duele la cabeza', 'es', 'neurology'],
    ['estoy triste', 'es', 'therapy'],
    ['I feel sad', 'en', 'therapy'],
    ['a doctor near me', 'en', 'primary-care'],
    ['médico', 'es', 'primary-care'],
    ['check up', 'en', 'primary-care'],
    ['cough', 'en', 'primary-care'],
    ['can’t sleep', 'en', 'sleep'],
    ['lump in breast', 'en', 'radiology'],
    ['oculista', 'es', 'optometry'],
    ['children’s hospital', 'en', 'childrens-hospital'],
  ] as const)('MP-22 "%s" (%s) is %s', (text, language, first) => {
    expect(understand(text.replace('’s', 's'), language).specialties[0]).toBe(first)
  })

  test('MP-22 words that name no kind of care count as a name', () => {
    expect(understand('Allegheny General Hospital', 'en')).toMatchObject({
      specialties: ['hospital'],
      rest: ['allegheny', 'general'],
    })
    expect(understand('Dr. Smith', 'en')).toEqual({ specialties: [], rest: ['smith'], words: ['smith'] })
  })

  test('MP-22 any typed text takes bounded time', () => {
    const read = (text: string) => {
      understand(text, 'en')
      specialtiesLike(text, 'es', 6)
      placeInText(text)
      readPlace(text)
    }
    fc.assert(
      fc.property(fc.string({ maxLength: 64, unit: 'grapheme' }), (text) => {
        expect(leastCost(() => read(text), maxUnits)).toBeLessThan(maxUnits)
      }),
    )
  })

  test.each([
    ['15222', { kind: 'zip', zip: '15222' }],
    ['15222-1234', { kind: 'zip', zip: '15222' }],
    ['Erie', { kind: 'town', town: 'Erie', state: null }],
    ['Erie, PA', { kind: 'town', town: 'Erie', state: 'PA' }],
    ['new york ny', { kind: 'town', town: 'new york', state: 'NY' }],
    ['  ', null],
  ])('MP-22 the place "%s"', (text, place) => {
    expect(readPlace(text)).toEqual(place)
  })

  test('MP-22 a place in the words, and words that only look like one', () => {
    expect(placeInText('dentist in Erie')).toEqual({ text: 'dentist', place: 'Erie' })
    expect(placeInText('pharmacy 15222')).toEqual({ text: 'pharmacy', place: '15222' })
    expect(placeInText('pediatra cerca de Fargo')).toEqual({ text: 'pediatra', place: 'Fargo' })
    expect(placeInText('pain in my knee')).toEqual({ text: 'pain in my knee', place: null })
    expect(placeInText('pharmacy near me')).toEqual({ text: 'pharmacy near me', place: null })
  })
})

test('IM-7 codes decide the specialty, by longest prefix; else the file’s own words', () => {
  expect(findSpecialties(['207RC0000X'], [])).toEqual(['cardiology'])
  expect(findSpecialties(['207R00000X'], [])).toContain('primary-care')
  expect(findSpecialties(['282NC2000X'], [])).toEqual(['childrens-hospital', 'hospital'])
  expect(findSpecialties(['9999'], ['Pediatric Primary Care Clinic'])).toContain('pediatrics')
  expect(findSpecialties([], [''])).toEqual([])
})

test('MP-25 90 days, and two business days across a weekend and a holiday', () => {
  expect(isVerified('2026-08-24', '2026-11-22')).toBe(true)
  expect(isVerified('2026-08-23', '2026-11-22')).toBe(false)
  expect(isVerified(null, '2026-11-22')).toBe(false)
  expect(businessDaysAfter('2026-11-20', 2, new Set())).toBe('2026-11-24')
  expect(businessDaysAfter('2026-11-25', 2, new Set(['2026-11-26']))).toBe('2026-11-30')
})
