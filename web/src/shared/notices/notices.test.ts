import { expect, test } from 'vitest'
import notices from '../../../../content/language-notices.json' with { type: 'json' }
import { splitNotice } from './split-notice.ts'

test('LG-4 RT-6 the notices are there in 15 or more languages, each with its tag and direction', () => {
  expect(new Set(notices.map(({ lang }) => lang)).size).toBeGreaterThanOrEqual(15)
  for (const { lang, dir, native } of notices) {
    expect(Intl.getCanonicalLocales(lang)).toEqual([lang])
    expect(dir).toBe(new Set(['ar']).has(lang) ? 'rtl' : 'ltr')
    expect(native).not.toBe('')
  }
})

test('RT-6 every notice has a place for the phone, and no other braces', () => {
  for (const { lang, text } of notices) {
    const parts = splitNotice(text)
    expect(parts, lang).toContain('{phone}')
    const words = parts.filter((part) => part !== '{phone}' && part !== '{tty}')
    expect(words.join(''), lang).not.toMatch(/[{}]/)
  }
})

test('RT-6 a notice has places for the numbers of the brand', () => {
  expect(splitNotice('Call {phone} (TTY: {tty}).')).toEqual(['Call ', '{phone}', ' (TTY: ', '{tty}', ').'])
})
