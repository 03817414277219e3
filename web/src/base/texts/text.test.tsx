import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { RichText } from './rich-text.tsx'
import { allTexts } from './test-texts.ts'
import { createTexts, TextProvider } from './text.tsx'

test('LG-3 a missing key logs a warning and shows its id', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const texts = createTexts('en', 'en-US')
  expect(texts.t('shell.menu')).toBe('shell.menu')
  expect(warn).toHaveBeenCalledWith('Missing text: shell.menu')
  warn.mockRestore()
})

test('LG-4 numbers and plurals in texts follow the language', () => {
  expect(allTexts('en').t('ui.range', { first: 1, last: 50, total: 1234 })).toBe('1–50 of 1,234')
  expect(allTexts('en').t('ui.charactersLeft', { left: 1 })).toBe('1 character left')
  expect(allTexts('es').t('ui.charactersLeft', { left: 2 })).toBe('Quedan 2 caracteres')
})

test('LG-4 SH-4 a year of care for two people speaks of both, and for more of all of them', () => {
  const say = (language: 'en' | 'es', people: number) =>
    allTexts(language).t('shop.year.sum', { person: '$1,400', all: '$2,800', people })
  expect(say('en', 2)).toBe('One person would pay about $1,400 for care, both together about $2,800.')
  expect(say('en', 4)).toBe('One person would pay about $1,400 for care, all 4 together about $2,800.')
  expect(say('es', 2)).toContain('las dos juntas pagarían unos $2,800')
})

test('LG-4 elements appear where each language’s text has their words', () => {
  const markup = renderToStaticMarkup(
    <TextProvider texts={allTexts('en')}>
      <RichText id="signIn.questions" elements={{ phone: (words) => <b>{words}</b> }} />
    </TextProvider>,
  )
  expect(markup).toBe('Questions? Call <b>us</b>')
})
