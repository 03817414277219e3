import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillReply, hasOpenVariables, repliesFor, replyVariables, stackReply } from './canned-reply.ts'

const values = {
  firstName: 'Mayte',
  lastName: 'Escobar',
  brandName: 'Blue Plan',
  phone: '1-800-555-0101',
  hours: 'Monday - Friday',
  subject: 'My claim',
  repName: 'Carl',
}

describe('MC-6 canned replies', () => {
  test('MC-6 every variable is filled in wherever it occurs', () => {
    expect(fillReply('Hello {firstName}, {firstName}! Call {brandName}: {phone}.', values)).toBe(
      'Hello Mayte, Mayte! Call Blue Plan: 1-800-555-0101.',
    )
    const all = replyVariables.map((name) => `{${name}}`).join(' ')
    expect(hasOpenVariables(all)).toBe(true)
    expect(hasOpenVariables(fillReply(all, values))).toBe(false)
  })

  test('MC-6 an unknown placeholder stays as it is', () => {
    expect(fillReply('{claim} {firstName}', values)).toBe('{claim} Mayte')
    expect(hasOpenVariables('{claim} { firstName } {}')).toBe(false)
  })

  test('MC-6 a value is inserted as it is, whatever characters it contains', () => {
    fc.assert(
      fc.property(fc.string(), (subject) => {
        expect(fillReply('<{subject}>', { ...values, subject })).toBe(`<${subject}>`)
      }),
    )
    expect(fillReply('{subject}', { ...values, subject: '{phone} $&' })).toBe('{phone} $&')
  })

  test('MC-6 replies stack in paragraphs and lose nothing that was written', () => {
    expect(stackReply('', 'One')).toBe('One')
    expect(stackReply('One\n', 'Two')).toBe('One\n\nTwo')
    expect(stackReply(stackReply('One', 'Two'), 'Three')).toBe('One\n\nTwo\n\nThree')
  })

  test('MC-6 a reply fits by language and brand, and a brand’s own version replaces the version for all', () => {
    const reply = (replyId: string, brand: string, language = 'en') => ({ replyId, brand, language })
    const all = [reply('a', 'ALL'), reply('a', 'idh'), reply('b', 'ALL'), reply('b', 'ALL', 'es'), reply('c', 'lou')]
    const ids = (brand: string, language: string) =>
      repliesFor(all, { brand, language }).map((one) => `${one.replyId} ${one.brand}`)
    expect(ids('idh', 'en')).toEqual(['a idh', 'b ALL'])
    expect(ids('lou', 'en')).toEqual(['a ALL', 'b ALL', 'c lou'])
    expect(ids('idh', 'es')).toEqual(['b ALL'])
  })
})
