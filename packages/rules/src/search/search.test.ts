import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from '../widgets/type-ahead.ts'
import { markWords } from './mark.ts'
import { matches, matchWord } from './match.ts'
import { searchParts } from './parts.ts'
import { type Findable, rankFound } from './rank.ts'
import { isNear } from './typo.ts'

const entries = [
  { title: 'Claims', text: 'What each visit cost, what your plan paid and what you owe.' },
  { title: 'Find a Doctor', text: 'Doctors, hospitals and pharmacies of your network.' },
  { title: 'Un médico nuevo', text: 'Busque médicos cerca de usted.' },
  { title: 'Language help', text: 'Free of charge.', keywords: 'Spanish interpreter' },
]
const search = (query: string) => rankFound(query, entries, 'en').map(({ title }) => title)
const computeScore = (query: string, entry: Findable, language: 'en' | 'es' = 'en') =>
  rankFound(query, [entry], language)[0]?.score ?? 0

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
    expect(search(query)).toEqual(titles)
  })

  test('VA-8 a word in the title outranks one in the text, and all words outrank some of them', () => {
    const at = (title: string, text: string) => computeScore('vision plan', { title, text })
    expect(at('Vision', 'plan')).toBeGreaterThan(at('Other', 'vision plan'))
    expect(at('Other', 'vision plan')).toBeGreaterThan(at('Vision vision', 'nothing'))
    expect(at('Visitor', '')).toBe(0)
    expect(at('Visions plans', '')).toBe(at('Vision plan', ''))
    expect(at('Plan visionary', '')).toBeLessThan(at('Vision plan', ''))
    expect(at('Vision plan', '')).toBeGreaterThan(at('Your vision plan', ''))
  })

  test('VA-8 the singular finds the plural, and the plural the singular', () => {
    for (const [one, other] of [
      ['page', 'pages'],
      ['notice', 'notices'],
      ['receta', 'recetas'],
      ['gas', 'gas'],
    ] as const) {
      expect(computeScore(one, { title: other, text: '' })).toBeGreaterThan(0)
      expect(computeScore(other, { title: one, text: '' })).toBeGreaterThan(0)
    }
  })

  test('VA-8 every entry is found by each word of its title, whatever its accents and capitals', () => {
    fc.assert(
      fc.property(fc.constantFrom(...entries), fc.nat(5), fc.boolean(), (entry, at, capitals) => {
        const words = entry.title.split(' ')
        const word = words[at % words.length] ?? ''
        expect(rankFound(capitals ? word.toUpperCase() : word, entries, 'en').map(({ title }) => title)).toContain(
          entry.title,
        )
      }),
    )
  })

  test('VA-8 finds only entries with at least half of the words, best first', () => {
    const text = fc.array(fc.constantFrom('claim', 'doctor', 'card', 'dental', 'bill'), { maxLength: 4 })
    fc.assert(
      fc.property(text, fc.array(fc.record({ title: text, text }), { maxLength: 6 }), (query, raw) => {
        const list = raw.map((one) => ({ title: one.title.join(' '), text: one.text.join(' ') }))
        const ranked = rankFound(query.join(' '), list, 'en')
        const wanted = [...new Set(query)]
        const findHeld = (one: { title: string; text: string }) =>
          wanted.filter((word) => `${one.title} ${one.text}`.includes(word)).length
        for (const one of ranked) expect(findHeld(one)).toBeGreaterThanOrEqual(wanted.length / 2)
        expect(ranked).toHaveLength(
          list.filter((one) => wanted.length > 0 && findHeld(one) >= wanted.length / 2).length,
        )
        const scores = ranked.map(({ score }) => score)
        expect(scores).toEqual([...scores].sort((a, b) => b - a))
      }),
    )
  })
})

describe('VA-8 stems, typos and synonyms', () => {
  const finds = (query: string, title: string, language: 'en' | 'es' = 'en') =>
    rankFound(query, [{ title, text: '' }], language).length === 1

  test.each([
    ['en', 'cancel cancels cancelled cancelling cancellation'],
    ['en', 'prescription prescriptions'],
    ['en', 'pharmacy pharmacies'],
    ['en', 'vaccine vaccines vaccination'],
    ['en', 'deductible deductibles deductable'],
    ['es', 'cancelar cancelado cancelación cancelaciones'],
    ['es', 'reclamo reclamos reclamación reclamaciones'],
    ['es', 'vacuna vacunas vacunación'],
  ] as const)('VA-8 %s: each of %s finds the others', (language, line) => {
    const forms = line.split(' ')
    for (const one of forms)
      for (const other of forms) expect(finds(one, other, language), `${one} ${other}`).toBe(true)
  })

  test.each([
    ['en', 'cancelled', 'cancellation'],
    ['en', 'vaccination', 'vaccines'],
    ['es', 'reclamación', 'reclamos'],
    ['es', 'cancelaciones', 'cancelado'],
  ] as const)('VA-8 %s: %s has the same stem as %s, and is not a typo of it', (language, typed, found) => {
    expect(matchWord(fold(found), fold(typed), { language, least: matches.stem })).toBe(matches.stem)
  })

  test.each([
    ['perscription', 'Prescription'],
    ['pharmasy', 'Pharmacies'],
    ['docter', 'Doctors'],
    ['apointment', 'Appointment'],
    ['insurence', 'Insurance'],
  ])('VA-8 %s finds %s', (typed, title) => {
    expect(finds(typed, title)).toBe(true)
  })

  test('VA-8 a typo finds nothing if the word itself is found, and short words have no typos', () => {
    const two = [
      { title: 'Medicare', text: '' },
      { title: 'Medicate', text: '' },
    ]
    expect(rankFound('medicare', two, 'en').map(({ title }) => title)).toEqual(['Medicare'])
    expect(finds('card', 'Care')).toBe(false)
    expect(finds('medicaid', 'Medicare')).toBe(false)
  })

  test('VA-8 a word of nine letters is found with any one letter missing, doubled or swapped, except the first', () => {
    const word = fc.stringMatching(/^[a-z]{9}$/)
    fc.assert(
      fc.property(word, fc.integer({ min: 1, max: 7 }), (typed, at) => {
        const [before, letter, next, after] = [typed.slice(0, at), typed[at], typed[at + 1], typed.slice(at + 2)]
        expect(isNear(typed, `${before}${next}${after}`)).toBe(true)
        expect(isNear(typed, `${before}${letter}${letter}${next}${after}`)).toBe(true)
        expect(isNear(typed, `${before}${next}${letter}${after}`)).toBe(true)
        expect(isNear(typed, `?${typed.slice(1)}`)).toBe(false)
      }),
    )
  })

  test('VA-8 words of the same meaning find each other, after the words themselves', () => {
    expect(finds('flu shot', 'Vaccines')).toBe(true)
    expect(finds('flu shots', 'Preventive care')).toBe(true)
    expect(finds('flu shot', 'Care')).toBe(false)
    expect(finds('vacuna contra la gripe', 'Atención preventiva', 'es')).toBe(true)
    const both = rankFound(
      'dentist',
      [
        { title: 'Dental care', text: '' },
        { title: 'A dentist', text: '' },
      ],
      'en',
    )
    expect(both.map(({ title }) => title)).toEqual(['A dentist', 'Dental care'])
  })

  test('VA-8 similar words that were found are marked, too', () => {
    const listHits = (text: string, query: string) =>
      markWords(text, query, 'en')
        .filter(({ hit }) => hit)
        .map((part) => part.text)
    expect(listHits('Your deductible', 'deductable')).toEqual(['deductible'])
    expect(listHits('A prescription', 'perscription')).toEqual(['prescription'])
    expect(listHits('Vaccines and preventive care', 'flu shot')).toEqual(['Vaccines'])
    expect(listHits('Claims and plans', 'claims')).toEqual(['Claims'])
  })
})

describe('VA-8 the words that are marked', () => {
  test('VA-8 are whole words, even without typed accents', () => {
    expect(markWords('Find a Doctor near you', 'doctors', 'en')).toEqual([
      { text: 'Find a ', hit: false },
      { text: 'Doctor', hit: true },
      { text: ' near you', hit: false },
    ])
    expect(markWords('Médicos', 'medico', 'en')).toEqual([{ text: 'Médicos', hit: true }])
    expect(markWords('Claims', 'doctor', 'en')).toEqual([{ text: 'Claims', hit: false }])
    expect(markWords('', 'doctor', 'en')).toEqual([])
  })

  test('VA-8 leave the text as it is, whatever is searched for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
        expect(
          markWords(text, query, 'en')
            .map((part) => part.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})

test('RT-6 VA-8 true, with or without quotes, turns a part on; an address that names none has all parts', () => {
  expect(searchParts({ searchQuery: 'knee' })).toEqual({ products: true, content: true })
  expect(searchParts({ productEnabled: "'true'", contentEnabled: "'true'" })).toEqual({ products: true, content: true })
  expect(searchParts({ productEnabled: 'true' })).toEqual({ products: true, content: false })
  expect(searchParts({ contentEnabled: '"TRUE"' })).toEqual({ products: false, content: true })
  expect(searchParts({ productEnabled: "'true", contentEnabled: 'yes' })).toEqual({ products: false, content: false })
})
