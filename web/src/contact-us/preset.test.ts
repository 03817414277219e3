import { expect, test } from 'vitest'
import content from '../../../content/message-topics.json' with { type: 'json' }
import { links } from '../router/links.ts'
import { readPlace } from '../router/place.ts'
import { allTexts } from '../texts/test-texts.ts'
import { emptyFields, fitToTopics, isEmpty } from './fields.ts'
import { isUntouched, presetFields, topicsOfPages } from './preset.ts'

const topics = content.categories.map(({ categoryId, label, subCategories }) => ({
  categoryId,
  label: label.en,
  subCategories: subCategories.map(({ subCategoryId, label: { en } }) => ({ subCategoryId, label: en })),
}))
const pages = Object.keys(topicsOfPages) as (keyof typeof topicsOfPages)[]

test.each(pages)('MC-3 a message begun at the page %s has its topic and subject set', (page) => {
  const { params } = readPlace(links.writeToUs(page))
  const preset = presetFields(params.about, allTexts('en').t)
  expect(fitToTopics(preset, topics)).toEqual(preset)
  expect(preset).toMatchObject({ ...topicsOfPages[page], text: '' })
  expect(preset.subject).not.toBe('')
  expect([isUntouched(preset, preset), isUntouched({ ...preset, text: 'Hello' }, preset)]).toEqual([true, false])
})

test('MC-3 an address that names no service, or none that we know, sets nothing', () => {
  for (const about of [undefined, '', 'toString', 'claims/../x']) {
    expect(presetFields(about, allTexts('en').t)).toEqual(emptyFields)
  }
  expect(isEmpty(presetFields(readPlace(links.writeToUs()).params.about, allTexts('es').t))).toBe(true)
})
