import { stubs } from '@portico/contract/stubs'
import { findLocale } from '@portico/rules/languages/list'
import { expect, test } from 'vitest'
import content from '../../../../content/message-topics.json' with { type: 'json' }
import { links } from '../../base/router/links.ts'
import { readPlace } from '../../base/router/place.ts'
import { createFormat } from '../../base/texts/format.ts'
import { allTexts } from '../../base/texts/test-texts.ts'
import { emptyFields, fitToTopics, isEmpty } from './fields.ts'
import { claimFields, isUntouched, presetFields, topicsOfPages } from './preset.ts'

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

test.each(['en', 'es'] as const)(
  'MP-8 MP-9 a message about a claim names it, and an appeal is begun, in %s',
  (language) => {
    const { t } = allTexts(language)
    const format = createFormat(findLocale(language), t, undefined)
    const appeal = { step: 'open', daysLeft: 30, answerBy: '2027-01-21', sent: null } as const
    const claim = { ...stubs.openClaim, state: 'denied', appeal } as const
    const { claimId, claimNumber } = claim
    const question = claimFields({ claim, appeal: false }, t, format)
    expect(question).toMatchObject({ claimId, appeal: false, text: '', subCategoryId: 'claim-status' })
    const letter = claimFields({ claim, appeal: true }, t, format)
    expect(letter).toMatchObject({ claimId, appeal: true, subCategoryId: 'claim-appeal' })
    for (const fields of [question, letter]) {
      expect(fitToTopics(fields, topics)).toEqual(fields)
      expect(fields.subject).toContain(claimNumber)
    }
    expect(letter.text).toContain(claimNumber)
    expect(letter.text).toContain('Pittsburgh Family Clinic')
    const late = { ...claim, appeal: { ...appeal, step: 'over' } } as const
    expect(claimFields({ claim: late, appeal: true }, t, format)).toEqual(question)
  },
)
