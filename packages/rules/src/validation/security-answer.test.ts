import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkAnswer, findRepeated, normalizeAnswer } from './security-answer.ts'

const question = 'In what city were you born?'

test.each([
  ['St. Paul', 'ST PAUL'],
  [' Bogotá ', 'bogota'],
  ['O’Brien', "o'brien"],
  ['Ｔｏｋｙｏ', 'tokyo'],
])('RG-2 %j is the same answer as %j', (one, other) => {
  expect(normalizeAnswer(one)).toBe(normalizeAnswer(other))
})

test.each([
  ['', 'field.required'],
  ['   ', 'field.required'],
  ['ab', 'answer.length'],
  ['?!.,', 'answer.length'],
  ['x'.repeat(51), 'answer.length'],
  ['city', 'answer.in-question'],
  ['You born', 'answer.in-question'],
  ['Duluth', null],
  ['東京都', null],
])('RG-2 the answer %j: %s', (answer, code) => {
  expect(checkAnswer(answer, question)?.code ?? null).toBe(code)
})

test('RG-2 normalizing any answer twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      const once = normalizeAnswer(typed)
      expect(normalizeAnswer(once)).toBe(once)
      expect(normalizeAnswer(`  ${typed} `)).toBe(once)
    }),
  )
})

test('RG-2 finds a value that repeats an earlier one; an empty value repeats nothing', () => {
  expect(findRepeated(['a', 'b', 'a', '', ''])).toEqual([false, false, true, false, false])
})
