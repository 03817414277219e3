import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ScimError } from './error.ts'
import { type Filter, parseFilter } from './filter.ts'
import { enterpriseSchema, producerSchema, userSchema } from './names.ts'
import { parsePath } from './path.ts'

const eq = (path: string, value: string | boolean): Filter => ({ kind: 'compare', path, operator: 'eq', value })

/** The result of parsing a text, or the type of its error. */
function read(parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof ScimError && error.status === 400) return error.scimType
    throw error
  }
}

describe('OS-66 filters of RFC 7644', () => {
  test('OS-66 names in any case and with their schema, values of every kind, brackets and the order of and, or, not', () => {
    expect(parseFilter('userName eq "bjensen"')).toEqual(eq('username', 'bjensen'))
    expect(parseFilter(`${userSchema}:userName Eq "b"`)).toEqual(eq('username', 'b'))
    expect(parseFilter(`${producerSchema}:npn eq "1"`)).toEqual(eq('producer:npn', '1'))
    expect(parseFilter(`${enterpriseSchema}:employeeNumber pr`)).toEqual({
      kind: 'present',
      path: 'enterprise:employeenumber',
    })
    expect(parseFilter('active eq true')).toEqual(eq('active', true))
    expect(parseFilter('a eq "1" or b eq "2" and c eq "3"')).toEqual({
      kind: 'or',
      terms: [eq('a', '1'), { kind: 'and', terms: [eq('b', '2'), eq('c', '3')] }],
    })
    expect(parseFilter('not (a eq "1") and (b eq "2" or c eq "3")')).toEqual({
      kind: 'and',
      terms: [
        { kind: 'not', term: eq('a', '1') },
        { kind: 'or', terms: [eq('b', '2'), eq('c', '3')] },
      ],
    })
    expect(parseFilter('emails[type eq "work" and value eq "a@b.example"]')).toEqual({
      kind: 'and',
      terms: [eq('emails.type', 'work'), eq('emails.value', 'a@b.example')],
    })
    expect(parseFilter('emails[type eq "work"].value eq "a@b.example"')).toEqual({
      kind: 'and',
      terms: [eq('emails.type', 'work'), eq('emails.value', 'a@b.example')],
    })
    expect(parseFilter('a eq "say \\"hi\\" \\u00e9)("')).toEqual(eq('a', 'say "hi" é)('))
  })

  test.each([
    '',
    '*',
    ')(',
    'userName',
    'userName eq',
    'userName eq bjensen',
    'userName eq "a" "b"',
    'userName eq "a',
    'userName like "a"',
    'userName eq "\\x"',
    '(userName eq "a"',
    'userName eq "a")',
    'not userName eq "a"',
    'emails[type eq "work"',
    'emails[a[b eq "c"]]',
    '__proto__ eq "a"',
    'a.b.c eq "a"',
    'a eq "b" xor c eq "d"',
    'a eq "\\ud800"',
    '('.repeat(20_000),
    `${'('.repeat(6)}a pr${')'.repeat(6)}`,
    `a eq "${'x'.repeat(200)}"`,
    Array.from({ length: 11 }, () => 'a pr').join(' or '),
  ])('OS-70 an unreadable or excessive filter is refused: %.40s', (text) => {
    expect(read(parseFilter, text)).toBe('invalidFilter')
  })

  test('OS-70 any filter or path is either parsed or refused', () => {
    const words = [
      'userName',
      'emails',
      'eq',
      'pr',
      'and',
      'or',
      'not',
      '(',
      ')',
      '[',
      ']',
      '"a"',
      'true',
      '.value',
      '*',
      ' ',
    ]
    const texts = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom(...words)).map((list) => list.join(' ')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        read(parseFilter, text)
        read(parsePath, text)
      }),
    )
  })

  test('OS-70 a path names an attribute, values by a filter, and a part of them', () => {
    expect(parsePath('emails[type eq "work"].value')).toEqual({
      name: 'emails',
      filter: eq('emails.type', 'work'),
      part: 'value',
    })
    expect(parsePath(`${producerSchema}:agencies[agencyId eq "7"]`)).toEqual({
      name: 'producer:agencies',
      filter: eq('agencies.agencyid', '7'),
      part: null,
    })
    expect(parsePath(`${userSchema}:name.givenName`)).toEqual({ name: 'name.givenname', filter: null, part: null })
    for (const wrong of ['', 'a b', 'a[', 'a]', 'a[b]c', 'a[[]]', '('.repeat(20_000)])
      expect(read(parsePath, wrong)).toBe('invalidPath')
    expect(read(parsePath, 'a[*]')).toBe('invalidFilter')
  })
})
