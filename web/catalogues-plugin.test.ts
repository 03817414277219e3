import { join } from 'node:path'
import { expect, test } from 'vitest'
import { catalogues, compileCatalogue } from './catalogues-plugin.ts'
import { formatMessage } from './src/base/texts/format-message.ts'

const english = { days: '{count, plural, one {# day} other {# days}}', title: 'Claims' }
const show = (language: string, id: string, values = {}) =>
  formatMessage(compileCatalogue({ title: 'X' }, english, language)[id] ?? [], values, language)

test('LG-4 a text that a language lacks is in English, with English plurals', () => {
  expect(show('zh', 'title')).toBe('X')
  expect([1, 2].map((count) => show('zh', 'days', { count }))).toEqual(['1 day', '2 days'])
})

test('LG-4 English among right-to-left words keeps its own direction', () => {
  expect([1, 2].map((count) => show('ar', 'days', { count }))).toEqual(['\u20661 day\u2069', '\u20662 days\u2069'])
  expect(show('ar', 'title')).toBe('X')
})

test('LG-4 values among right-to-left words keep their own direction, also inside plurals', () => {
  const texts = { hello: 'أهلًا {name}، {count, plural, one {يوم واحد {name}} other {# يومًا}}' }
  const say = (count: number) =>
    formatMessage(compileCatalogue(texts, texts, 'ar').hello ?? [], { name: 'Ana (HMB)', count }, 'ar')
  expect(say(1)).toBe('أهلًا \u2068Ana (HMB)\u2069، يوم واحد \u2068Ana (HMB)\u2069')
  expect(compileCatalogue({ hello: '{name}' }, {}, 'zh').hello).toEqual([['name']])
})

test('LG-4 values joined by signs alone run from right to left in a right-to-left language; one value keeps its own direction', () => {
  const begin = (text: string) => compileCatalogue({ hello: text }, {}, 'ar').hello?.[0]
  expect(begin('{day}: {amount}')).toBe('\u200f')
  expect(begin('{name}')).toBe('\u2068')
  expect(begin('{percent}%')).toBe('\u2068')
  expect(begin('{name}، سنة {year}')).toBe('\u2068')
  expect(compileCatalogue({ hello: '{day}: {amount}' }, {}, 'es').hello?.[0]).toEqual(['day'])
})

/** The ids that the build puts into the file of an area. */
function listBuilt(language: string, area: string): string[] {
  const { handler } = catalogues().transform as {
    handler: (this: object, code: string, id: string) => { code: string }
  }
  const id = join(import.meta.dirname, `src/base/texts/${language}/${area}.json`)
  return Object.keys(JSON.parse(handler.call({ addWatchFile: () => {} }, '', id).code))
}

test.each(['en', 'es', 'zh'])(
  'VA-8 words by which the search finds a screen load with the search alone (%s)',
  (language) => {
    const [screens, search] = [listBuilt(language, 'account'), listBuilt(language, 'search')]
    expect(screens).toContain('account.contact.title')
    expect(screens.filter((id) => id.startsWith('search.'))).toEqual([])
    expect(search).toEqual(
      expect.arrayContaining(['search.title', 'search.page.contact.title', 'search.page.cart.keywords']),
    )
    expect(search.filter((id) => !id.startsWith('search.'))).toEqual([])
  },
)
