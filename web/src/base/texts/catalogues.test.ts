import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Language } from '@portico/contract/page'
import { MAX_MILES } from '@portico/rules/finder/limits'
import { describeLanguage, findLocale, languages } from '@portico/rules/languages/list'
import { describe, expect, test } from 'vitest'
import { formatMessage } from './format-message.ts'
import { rawCatalogues } from './test-texts.ts'

const others = languages.filter((language) => language !== 'en')
const areas = [...rawCatalogues('en').keys()]

/**
 * Names of a text's arguments, including nested ones, and of those used to select a case. A number may be spelled out in one
 * language and need a plural in another, with cases of its own.
 */
function listArguments(message: CompiledMessage): string[] {
  const found = message.flatMap((token) => {
    if (typeof token === 'string') return []
    const [name, kind, format] = token
    const cases = typeof format === 'object' && format !== null ? Object.values(format) : []
    return [
      kind === 'select' ? `${name} select` : name,
      ...cases.flatMap((nested) => (Array.isArray(nested) ? listArguments(nested) : [])),
    ]
  })
  return [...new Set(found)].sort()
}

/** The words of a text, those of its cases too, as people see them. */
function splitWords(message: CompiledMessage): string[] {
  return message.flatMap((token) => {
    if (typeof token === 'string') return [token]
    const format = token[2]
    const cases = typeof format === 'object' && format !== null ? Object.values(format) : []
    return cases.flatMap((nested) => (Array.isArray(nested) ? splitWords(nested) : []))
  })
}

function listTags(text: string): string[] {
  return [...text.matchAll(/<\/?\w+>/g)].map(([tag]) => tag).sort()
}

function text(language: Language, area: string, id: string): string {
  return rawCatalogues(language).get(area)?.[id] ?? ''
}

/** The forms of every plural in a text, also of those inside other forms. */
function listForms(message: CompiledMessage): string[] {
  return message.flatMap((token) => {
    if (typeof token === 'string') return []
    const [, kind, format] = token
    if (typeof format !== 'object' || format === null) return []
    const inside = Object.values(format).flatMap((nested) => (Array.isArray(nested) ? listForms(nested) : []))
    return kind === 'plural' ? [...Object.keys(format).filter((form) => form !== 'offset'), ...inside] : inside
  })
}

describe.each(others)('LG-4 the texts in %s', (language) => {
  const { complete, locale } = describeLanguage(language)
  const own = (area: string) => Object.keys(rawCatalogues(language).get(area) ?? {})

  test('LG-4 no language has a catalogue that English lacks, and a complete language has every one', () => {
    const there = [...rawCatalogues(language).keys()]
    expect(there.filter((area) => !areas.includes(area))).toEqual([])
    if (complete) expect(there.sort()).toEqual([...areas].sort())
  })

  test.each(areas)(
    'LG-4 %s has no text that English has not, all of them if it is complete, each with words',
    (area) => {
      const english = Object.keys(rawCatalogues('en').get(area) ?? {})
      expect(own(area).filter((id) => !english.includes(id))).toEqual([])
      if (complete) expect(own(area).sort()).toEqual(english.sort())
      for (const id of own(area)) expect(text(language, area, id).trim(), id).not.toBe('')
    },
  )

  test.each(areas)('LG-4 the texts of %s take the same arguments and elements as in English', (area) => {
    for (const id of own(area)) {
      const [english, translated] = [text('en', area, id), text(language, area, id)]
      const compiled = compileMessageOrThrow(translated)
      expect(listArguments(compiled), id).toEqual(listArguments(compileMessageOrThrow(english)))
      expect(listTags(translated), id).toEqual(listTags(english))
    }
  })

  test.each(areas)('LG-4 the plurals of %s have the forms of their language', (area) => {
    const forms = new Set<string>(new Intl.PluralRules(locale).resolvedOptions().pluralCategories)
    for (const id of own(area)) {
      const used = listForms(compileMessageOrThrow(text(language, area, id)))
      expect(
        used.filter((form) => !forms.has(form) && !/^\d+$/.test(form)),
        id,
      ).toEqual([])
    }
  })
})

test('LG-3 no id is in two areas, where one text would replace the other', () => {
  const ids = areas.flatMap((area) => Object.keys(rawCatalogues('en').get(area) ?? {}))
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

/** Texts that the requirements quote verbatim, including apostrophes. */
const quoted = ['email.invalid']

test.each(areas)('LG-3 apostrophes and quotation marks in the English texts of %s are curly', (area) => {
  const straight = Object.entries(rawCatalogues('en').get(area) ?? {}).filter(
    ([id, words]) => !quoted.includes(id) && splitWords(compileMessageOrThrow(words)).some((part) => /['"]/.test(part)),
  )
  expect(straight).toEqual([])
})

/** Turns of phrase that are not English, each with words that a reader stumbled over. */
const stumbles =
  /\byou find (?:it|them|both)\b|\bit counts (?:for|as)\b|\b(?:is|are) told (?:only )?the\b|\bnames stand\b|\bwe take it that\b|\bThat is done in\b|\bmaker is told\b|\byou come back here\b/i

test.each(areas)('LG-3 no English text of %s stumbles', (area) => {
  const texts = Object.entries(rawCatalogues('en').get(area) ?? {})
  expect(texts.filter(([, words]) => stumbles.test(words))).toEqual([])
})

/**
 * What Spanish texts have another word for: "de la vista", "Contáctenos", "registro de salud" or "expediente médico", "le" for *usted*,
 * "presione", "denegar", "venció", "por pagar", quotation marks as in English.
 */
const otherwise =
  /\bPlanes de visión\b|^Visión$|Comuníquese con nosotros|historial médico|\blo (?:atiend|ayud|verific|inviten?\b)|\b(?:atender|ayudar)l[oa]\b|\bpulse\b|\bneg(?:ad[oa]s?|ó)(?!\p{L})|contraseña ha caducado|\bfaltan? (?:por )?pagar\b|[«»]/iu

test.each(areas)('LG-4 the Spanish texts of %s have one word for one thing', (area) => {
  const texts = Object.entries(rawCatalogues('es').get(area) ?? {})
  expect(texts.filter(([, words]) => otherwise.test(words))).toEqual([])
})

describe('RG-3 texts that name whose information someone else looks at', () => {
  const english = new Map(areas.flatMap((area) => Object.entries(rawCatalogues('en').get(area) ?? {})))
  const viewed = [...english].filter(([id]) => id.startsWith('viewed.'))

  test('RG-3 each replaces an existing text, and takes its values besides the name', () => {
    for (const [id, words] of viewed) {
      const base = english.get(id.replace(/^viewed\./, ''))
      expect(base, id).toBeDefined()
      const known = [...listArguments(compileMessageOrThrow(base ?? '')), 'viewed']
      expect(known, id).toEqual(expect.arrayContaining(listArguments(compileMessageOrThrow(words))))
    }
  })

  test('BR-13 RG-3 the text of a page that cannot start names nobody, because the server caches it for everyone of a language', () => {
    for (const id of ['ui.error.title', 'shell.viewFailed', 'ui.retry']) {
      expect(english.has(id), id).toBe(true)
      expect(english.has(`viewed.${id}`), id).toBe(false)
    }
  })

  test('MP-28 RG-3 results about another person are called theirs, and never the reader’s', () => {
    const found =
      /^search\.(?:claims|own|counted|papers|drugs|kind|product|tab\.nav(?:Home|Cov|Claim|Spend|Your|Find|Pres))/
    const shown = Object.entries(rawCatalogues('en').get('search') ?? {}).filter(([id]) => found.test(id))
    expect(shown.length).toBeGreaterThan(20)
    const spoken = shown.filter(([id, words]) => /\b(?:your|yours|owe)\b/i.test(english.get(`viewed.${id}`) ?? words))
    expect(spoken).toEqual([])
  })

  test('MP-3 MP-12 RG-3 on a child’s coverage and claims, only texts that address the reader say “you”', () => {
    /** Texts that address the viewer: what was shared with them, and what they may do or ask. */
    const toReader = [
      ...['coverage.pay-first', 'coverage.year-withheld', 'coverage.family-withheld', 'coverage.see-cost'],
      ...['claims.gone-text', 'claims.eob-too-many', 'claims.appeal-how', 'claims.appeal-answer', 'claims.review-over'],
      ...['claims.does-not-add-up', 'claims.file-silent', 'claims.replaced-text'],
      ...['claim-mention.answer', 'claim-mention.gone'],
    ]
    const shown = ['coverage', 'claims', 'claim-mention'].flatMap((area) =>
      Object.entries(rawCatalogues('en').get(area) ?? {}).map(
        ([id, words]) => [id, english.get(`viewed.${id}`) ?? words] as const,
      ),
    )
    const spoken = shown.filter(([, words]) => /\b(?:you|your|yours)\b/i.test(words)).map(([id]) => id)
    expect(spoken.toSorted()).toEqual(toReader.toSorted())
  })
})

test('LG-4 “until” comes only before a moment that is shown with its time: a last day reads “through”, an end within a day “expires on”', () => {
  const moments = [
    ...['message-center.restorable-until', 'profile.email.until', 'administration.locked.guesses'],
    ...['administration.originals.about', 'administration.request.asked'],
  ]
  const until = areas.flatMap((area) =>
    Object.entries(rawCatalogues('en').get(area) ?? {}).filter(([, words]) => /\buntil(?: \{|$)/i.test(words)),
  )
  // Labels before a moment.
  const labels = [
    'administration.invited-until',
    'content.preview.until',
    'content.release.until',
    'content.shows-until',
  ]
  expect(until.map(([id]) => id).toSorted()).toEqual([...moments, ...labels].toSorted())
})

test.each(languages)('MP-12 MP-1 the plan year has the same words on Home and on Coverage in %s', (language) => {
  const pairs = { 'landing.progress-title': 'coverage.year', 'landing.progress-left': 'coverage.left' }
  for (const [home, coverage] of Object.entries(pairs))
    expect(text(language, 'landing', home)).toBe(text(language, 'coverage', coverage))
})

test.each(languages)(
  'MP-22 LG-4 the widest search of the finder is at any distance, not within thousands of miles, in %s',
  (language) => {
    const ids = ['finder.within', 'finder.none-own', 'finder.none-near', 'finder.widen-miles', 'finder.widen-both']
    const all = [...ids.map((id) => ['finder', id] as const), ['simulation', 'viewed.finder.none-own'] as const]
    const values = { place: 'Fargo', count: 2, filter: 'F', viewed: 'Ana' }
    for (const [area, id] of all) {
      const compiled = compileMessageOrThrow(text(language, area, id))
      const say = (miles: number) => formatMessage(compiled, { ...values, miles }, findLocale(language))
      expect(say(250), id).toContain('250')
      expect(say(MAX_MILES), id).not.toMatch(/[013-9]/)
    }
  },
)

test('LG-4 no Spanish sentence needs the words that a phone number takes the place of', () => {
  const all = [...rawCatalogues('es').values()].flatMap((area) => Object.entries(area))
  const replaced = all.flatMap(([id, one]) =>
    [...one.matchAll(/<phone>([^<]*)<\/phone>/g)].map(([, words]) => [id, words]),
  )
  expect(replaced.length).toBeGreaterThan(20)
  expect(replaced.filter(([, words]) => words !== '-')).toEqual([])
})
