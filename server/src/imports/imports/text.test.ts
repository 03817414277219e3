import { expect, test } from 'vitest'
import { cleanLine, cleanText, cutText, isFormula, joinName, parseClean, saysNothing, storableJson } from './text.ts'

test('IM-3 characters that nobody writes are removed, and what people write stays', () => {
  expect(cleanText('a\u0000b\u0007c\u009fd\u202ee\ud800f\ufffeg\u200bh')).toBe('abcdefgh')
  // Sequences that color a terminal, soft hyphens, invisible tags, and marks of old standards.
  expect(cleanText('a\u001b[31;1mb\u00adc\u{e0041}\u{e007f}d\u180ee\ufff9f\u007f')).toBe('abcdef')
  const written = 'Zoë O’Neill-García 😀\n\tعائشة नेहा 李'
  expect(cleanText(written)).toBe(written)
  expect(cleanLine(' Ada\u2028\n Lee\u0085 ')).toBe('Ada Lee')
})

test('IM-5 a text of many letters with a last one outside ASCII is cleaned as fast as any other', () => {
  // A regular expression with several ways to read the letters would not terminate in time.
  for (const text of [`${'a'.repeat(200)}é`, `${'ab '.repeat(200)}é`]) expect(cleanLine(text)).toBe(text)
  expect([cleanLine(''), cleanLine('Ada  Lee '), cleanLine(' Ada')]).toEqual(['', 'Ada Lee', 'Ada'])
})

test('IM-3 a text is cut between characters', () => {
  expect([cutText('abc', 3), cutText('abcd', 3), cutText('a😀b', 3)]).toEqual(['abc', 'ab…', 'a…'])
})

test('IM-3 JSON is read and stored without characters that no one writes, escaped or not', () => {
  const json = '{"a":"x\\u0000\\u0007\\ud800y","b":"\\\\u0000","c":["\u009f😀\\ud83d\\ude00"]}'
  expect(parseClean(json)).toEqual({ a: 'xy', b: '\\u0000', c: ['😀😀'] })
  for (let code = 0; code < 0xffff; code += 1) {
    const character = String.fromCharCode(code)
    const escaped = `"a\\u${code.toString(16).padStart(4, '0')}b"`
    expect(parseClean(escaped), escaped).toBe(cleanText(`a${character}b`))
  }
  expect(JSON.parse(storableJson(json))).toMatchObject({ a: 'x\u0007\ufffdy', b: '\\u0000' })
  expect(storableJson('{"a":1.0}')).toBe('{"a":1.0}')
})

test('IM-3 formulas are distinguished from names', () => {
  expect(['=1+1', '+1', '@a', '-1', '＝a'].filter((name) => !isFormula(name))).toEqual([])
  expect(['Ada', '-', 'D’Angelo', "'t Hooft"].filter(isFormula)).toEqual([])
})

test('IM-3 placeholders are distinguished from names', () => {
  const filled = ['N/A', 'n/a', '#N/A', ' N.A. ', 'Unknown', 'NONE', 'null', 'not applicable', '-', '???']
  expect(filled.filter((name) => !saysNothing(name))).toEqual([])
  expect(['Na', 'Nona', 'Unknown Heights Clinic', 'Dr. No', 'Noone', 'Ana'].filter(saysNothing)).toEqual([])
})

test.each([
  [['Ada', 'Kestrel'], 'Ada Kestrel'],
  [['N/A', 'Kestrel'], 'Kestrel'],
  [['null', ' Kestrel '], 'Kestrel'],
  [['Ada', 'N/A'], 'Ada'],
  [['Ada', undefined], 'Ada'],
  [['Jennifer', 'Null'], 'Jennifer Null'],
  [['Ada', 'M', 'None'], 'Ada M None'],
  [['null', 'null'], ''],
  [[undefined, 'Unknown'], ''],
  [[], ''],
])('IM-3 of %j the name is %j: the surname Null stays', (parts, name) => {
  expect(joinName(parts)).toBe(name)
})
