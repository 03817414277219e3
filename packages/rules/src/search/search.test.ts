import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { searchParts } from './parts.ts'
import { rankFound, searchScore } from './rank.ts'
import { markWords, searchWords } from './words.ts'

const entries = [
  { title: 'Claims', text: 'What each visit cost, what your plan paid and what you owe.' },
  { title: 'Find a Doctor', text: 'Doctors, hospitals and pharmacies of your network.' },
  { title: 'Un médico nuevo', text: 'Busque médicos cerca de usted.' },
  { title: 'Language help', text: 'Free of charge.', keywords: 'Spanish interpreter' },
]
const found = (query: string) => rankFound(query, entries).map(({ title }) => title)

describe('VA-8 what a search finds', () => {
  test.each([
    ['claims', ['Claims']],
    ['CLAIM', ['Claims']],
    ['doctors', ['Find a Doctor']],
    ['medicos', ['Un médico nuevo']],
    ['interpreters', ['Language help']],
    ['cost', ['Claims']],
    ['pharmacy pharmacies', ['Find a Doctor']],
    ['how do I find a doctor', ['Find a Doctor']],
    ['knee surgery', []],
    ['?!', []],
    ['', []],
  ])('VA-8 %s', (query, titles) => {
    expect(found(query)).toEqual(titles)
  })

  test('VA-8 a word in the title outranks one in the text, and all words some of them', () => {
    const at = (title: string, text: string) => searchScore('dental plan', { title, text })
    expect(at('Dental', 'plan')).toBeGreaterThan(at('Other', 'dental plan'))
    expect(at('Other', 'dental plan')).toBeGreaterThan(at('Dental dental', 'nothing'))
    expect(at('Dentistry', '')).toBe(0)
    expect(at('Dentals plans', '')).toBe(at('Dental plan', ''))
    expect(at('Plan dentality', '')).toBeLessThan(at('Dental plan', ''))
    expect(at('Dental plan', '')).toBeGreaterThan(at('Your dental plan', ''))
  })

  test('VA-8 the singular finds the plural, and the plural the singular', () => {
    for (const [one, other] of [
      ['page', 'pages'],
      ['notice', 'notices'],
      ['receta', 'recetas'],
      ['gas', 'gas'],
    ] as const) {
      expect(searchScore(one, { title: other, text: '' })).toBeGreaterThan(0)
      expect(searchScore(other, { title: one, text: '' })).toBeGreaterThan(0)
    }
  })

  test('VA-8 every entry is found by each word of its title, whatever its accents and capitals', () => {
    fc.assert(
      fc.property(fc.constantFrom(...entries), fc.nat(5), fc.boolean(), (entry, at, capitals) => {
        const words = entry.title.split(' ')
        const word = words[at % words.length] ?? ''
        expect(rankFound(capitals ? word.toUpperCase() : word, entries).map(({ title }) => title)).toContain(
          entry.title,
        )
      }),
    )
  })

  test('VA-8 only what holds at least half of the words is found, best first', () => {
    const text = fc.array(fc.constantFrom('claim', 'doctor', 'card', 'dental', 'bill'), { maxLength: 4 })
    fc.assert(
      fc.property(text, fc.array(fc.record({ title: text, text }), { maxLength: 6 }), (query, raw) => {
        const list = raw.map((one) => ({ title: one.title.join(' '), text: one.text.join(' ') }))
        const ranked = rankFound(query.join(' '), list)
        const wanted = searchWords(query.join(' '))
        const held = (one: { title: string; text: string }) =>
          wanted.filter((word) => `${one.title} ${one.text}`.includes(word)).length
        for (const one of ranked) expect(held(one)).toBeGreaterThanOrEqual(wanted.length / 2)
        expect(ranked).toHaveLength(list.filter((one) => wanted.length > 0 && held(one) >= wanted.length / 2).length)
        const scores = ranked.map(({ score }) => score)
        expect(scores).toEqual([...scores].sort((a, b) => b - a))
      }),
    )
  })
})

describe('VA-8 the words that are marked', () => {
  test('VA-8 are whole words, without their accents being typed', () => {
    expect(markWords('Find a Doctor near you', 'doctors')).toEqual([
      { text: 'Find a ', hit: false },
      { text: 'Doctor', hit: true },
      { text: ' near you', hit: false },
    ])
    expect(markWords('Médicos', 'medico')).toEqual([{ text: 'Médicos', hit: true }])
    expect(markWords('Claims', 'doctor')).toEqual([{ text: 'Claims', hit: false }])
    expect(markWords('', 'doctor')).toEqual([])
  })

  test('VA-8 leave the text as it is, whatever is searched for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
        expect(
          markWords(text, query)
            .map((part) => part.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})

test('RT-6 VA-8 the parts are switched on by true with or without quotes; an address that names none has all', () => {
  expect(searchParts({ searchQuery: 'knee' })).toEqual({ products: true, content: true })
  expect(searchParts({ productEnabled: "'true'", contentEnabled: "'true'" })).toEqual({ products: true, content: true })
  expect(searchParts({ productEnabled: 'true' })).toEqual({ products: true, content: false })
  expect(searchParts({ contentEnabled: '"TRUE"' })).toEqual({ products: false, content: true })
  expect(searchParts({ productEnabled: "'true", contentEnabled: 'yes' })).toEqual({ products: false, content: false })
})
