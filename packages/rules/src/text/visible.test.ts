import { expect, test } from 'vitest'
import { checkPhone } from '../validation/phone.ts'
import { visibleLine, visibleText } from './visible.ts'

test.each([
  ['a phone number copied from a list of contacts', '\u202a555-609-6292\u202c', '555-609-6292'],
  ['an e-mail address copied from a document', 'may@mail.example\u200b', 'may@mail.example'],
  ['a direction turned around', 'See invoice\u202efdp.exe', 'See invoicefdp.exe'],
  ['line ends and tabs', 'Bill\r\nMarch\t2026\u2028', 'Bill March 2026 '],
  ['what cannot be seen', '\u200b\ufeff\u2066\u{e0041}\u0007\x1b', ''],
  ['Persian and emoji with their joiners', 'می\u200cخواهم 👩\u200d👩\u200d👧 ❤️', 'می\u200cخواهم 👩\u200d👩\u200d👧 ❤️'],
  ['Spanish', 'Reclamación de «Muñoz»', 'Reclamación de «Muñoz»'],
])('MC-3 one line: %s', (_, typed, seen) => {
  expect(visibleLine(typed)).toBe(seen)
})

test('VA-1 a phone number copied with invisible characters is valid', () => {
  expect(checkPhone(visibleLine('\u202a(555) 609-6292\u202c'))).toBeNull()
})

test('MC-3 several lines keep their lines, tabs and marks of right-to-left writing', () => {
  expect(visibleText('a\r\n\tb\nc\u200f\x07\u202e')).toBe('a\r\n\tb\nc\u200f')
})
