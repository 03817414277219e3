import { expect, test } from 'vitest'
import { LANGUAGE_CONTENT, languageMenu, meaningfulAccessName, visibleLanguageIds } from './menu.ts'

const west = { code: 'hmbcbs', sharedBrandCode: 'HMBCBS' }
const northDakota = { code: 'ndbcbs', sharedBrandCode: 'NDBCBS' }
const languages = ['es', 'zh', 'vi', 'ko', 'de', 'fr', 'ar'].map((languageCode) => ({
  languageCode,
  nativeName: languageCode,
}))
const menu = { brand: west, languages, additionalText: null, href: '/login/#/meaningful-access' }

test('LG-2 the first five and an entry for all the others', () => {
  expect(languageMenu(menu)).toEqual({
    languages: languages.slice(0, 5),
    additional: { text: 'All Languages', href: '/login/#/meaningful-access' },
  })
})

test('LG-2 the text comes from the content service if it has one', () => {
  expect(languageMenu({ ...menu, additionalText: 'Más idiomas' }).additional?.text).toBe('Más idiomas')
})

test('LG-2 North Dakota has only the first five', () => {
  expect(languageMenu({ ...menu, brand: northDakota })).toEqual({ languages: languages.slice(0, 5), additional: null })
})

test('LG-3 without a link there is no entry; without configured languages, only the portal’s own and the entry', () => {
  expect(languageMenu({ ...menu, href: null }).additional).toBeNull()
  expect(languageMenu({ ...menu, languages: [] })).toEqual({ languages: [], additional: expect.any(Object) })
})

test('LG-2 the ND Medicaid flag of the group selects its link', () => {
  expect(meaningfulAccessName(null)).toBe('MBR_MEANINGFUL_ACCESS_LINK_BTS3')
  expect(meaningfulAccessName({ isNDMedicaid: false })).toBe(LANGUAGE_CONTENT.link)
  expect(meaningfulAccessName({ isNDMedicaid: true })).toBe('MBR_MEANINGFUL_ACCESS_LINK_BTS3_NDMEDICAID')
})

test.each([
  ['ndbcbs', ['es', 'de']],
  ['wybcbs', ['es', 'ko']],
  ['hmbcbs', ['es', 'it']],
])('LG-1 the list of languages of %s', (code, wanted) => {
  const lists = {
    menuVisibleLanguageIds: ['es', 'it'],
    menuVisibleLanguageIdsND: ['es', 'de'],
    menuVisibleLanguageIdsWY: ['es', 'ko'],
  }
  expect(visibleLanguageIds(lists, { code, sharedBrandCode: code.toUpperCase() })).toEqual(wanted)
})
