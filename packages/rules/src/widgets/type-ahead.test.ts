import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findTyped, nothingTyped, typeAhead } from './type-ahead.ts'

const labels = ['English', 'Español', 'Deutsch', 'Nederlands', 'Diné', 'Deitsch']

test('MN-6 keys within 1000 ms are one word, later ones begin another', () => {
  const first = typeAhead(nothingTyped, 'd', 5_000)
  expect(first.text).toBe('d')
  expect(typeAhead(first, 'e', 6_000).text).toBe('de')
  expect(typeAhead(first, 'e', 6_001).text).toBe('e')
})

test('MN-6 letters lead to the next label that begins with them, wrapping around at the end', () => {
  expect(findTyped(labels, 'e', 0)).toBe(1)
  expect(findTyped(labels, 'e', 1)).toBe(0)
  expect(findTyped(labels, 'de', 2)).toBe(2)
  expect(findTyped(labels, 'dei', 2)).toBe(5)
  expect(findTyped(labels, 'dd', 2)).toBe(4)
  expect(findTyped(labels, 'E', -1)).toBe(0)
  expect(findTyped(labels, 'x', 0)).toBe(-1)
  expect(findTyped([], 'x', 0)).toBe(-1)
})

test('MN-6 accents and capitals need not be typed', () => {
  expect(findTyped(labels, 'ESPANOL', 0)).toBe(1)
  expect(findTyped(labels, 'dine', 2)).toBe(4)
})

test('MN-6 the found label begins with the typed text; every label is found by its own text', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.stringMatching(/^[a-z]{2,6}$/), { minLength: 1, maxLength: 8 }),
      fc.nat(7),
      (all, from) => {
        for (const label of all) {
          const found = findTyped(all, label, from % all.length)
          const same = new Set(label).size === 1
          expect(all[found]?.startsWith(same ? label.slice(0, 1) : label)).toBe(true)
        }
      },
    ),
  )
})
