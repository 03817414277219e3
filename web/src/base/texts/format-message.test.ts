import { setupI18n } from '@lingui/core'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { findLocale, languages } from '@portico/rules/languages/list'
import { expect, test } from 'vitest'
import { formatMessage } from './format-message.ts'
import { rawCatalogues } from './test-texts.ts'

const english = (text: string, values = {}) => formatMessage(compileMessageOrThrow(text), values, 'en-US')

test('LG-4 texts, numbers, plurals and selects are filled in', () => {
  expect(english('Hello, {name}!', { name: 'Mayte' })).toBe('Hello, Mayte!')
  expect(english('{n, number} of {max}', { n: 12345, max: 12345 })).toBe('12,345 of 12345')
  const messages = '{n, plural, =0 {none} one {# message} other {# messages}}'
  expect([0, 1, 2000].map((n) => english(messages, { n }))).toEqual(['none', '1 message', '2,000 messages'])
  expect(english('{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { n: 22 })).toBe('22nd')
  expect(english('{n, plural, offset:1 one {you and # more} other {you and # others}}', { n: 3 })).toBe(
    'you and 2 others',
  )
  const greeting = '{part, select, morning {Good morning} other {Hello}}'
  expect([{ part: 'morning' }, { part: 'constructor' }, {}].map((values) => english(greeting, values))).toEqual([
    'Good morning',
    'Hello',
    'Hello',
  ])
  expect(english('Call {phone}')).toBe('Call ')
})

/** Names of a message's arguments, including nested ones. */
function listNames(message: CompiledMessage): string[] {
  return message.flatMap((token) => {
    if (typeof token === 'string') return []
    const [name, , format] = token
    const cases = typeof format === 'object' && format !== null ? Object.values(format) : []
    return [name, ...cases.flatMap((nested) => (Array.isArray(nested) ? listNames(nested) : []))]
  })
}

test.each(languages)('LG-4 every text of %s comes out as the library that compiles them has it', (language) => {
  for (const catalogue of rawCatalogues(language).values()) {
    for (const [id, text] of Object.entries(catalogue)) {
      const compiled = compileMessageOrThrow(text)
      for (const number of [0, 1, 2, 5, 1_000_000]) {
        const values = Object.fromEntries(listNames(compiled).map((name) => [name, number]))
        const reference = setupI18n({
          locale: language,
          locales: findLocale(language),
          messages: { [language]: { id: compiled } },
        })
        expect(formatMessage(compiled, values, findLocale(language)), id).toBe(reference._('id', values))
      }
    }
  }
})
