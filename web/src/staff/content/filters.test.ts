import { expect, test } from 'vitest'
import { isFound, noFilters } from './filters.ts'
import type { ContentItem } from './types.ts'

const at = '2026-11-18T14:12:00.000Z'
const item: ContentItem = {
  name: 'MBR_CONTACT_US_NO_MESSAGES',
  brand: 'ALL',
  language: 'en',
  qualifiers: {},
  contentType: null,
  area: 'contact',
  live: { value: 'Your inbox is empty', since: at, edited: false },
  latest: null,
  editable: true,
}
const latest: NonNullable<ContentItem['latest']> = {
  versionId: '',
  value: 'Nothing here',
  note: '',
  at,
  by: '',
  step: null,
  showing: null,
  warnings: [],
  state: 'submitted',
  mayApprove: false,
}
const isShown = (more: Partial<typeof noFilters>, one: Partial<ContentItem> = {}) =>
  isFound({ ...item, ...one }, { ...noFilters, ...more }, 'An empty inbox')

test('CT-5 texts are found by words of their name, their title, the shown text and the draft', () => {
  expect(isShown({})).toBe(true)
  for (const words of ['empty INBOX', 'no_messages', 'your']) expect(isShown({ words })).toBe(true)
  expect(isShown({ words: 'nothing' })).toBe(false)
  expect(isShown({ words: 'nothing' }, { latest })).toBe(true)
})

test('CT-5 the list is narrowed by area, language, qualifier and state', () => {
  expect([isShown({ area: 'contact' }), isShown({ area: 'footer' })]).toEqual([true, false])
  expect([isShown({ language: 'en' }), isShown({ language: 'es' })]).toEqual([true, false])
  const qualified = { qualifiers: { relationship: '18' } }
  expect([isShown({ qualifier: 'none' }), isShown({ qualifier: 'none' }, qualified)]).toEqual([true, false])
  expect([isShown({ qualifier: 'relationship' }), isShown({ qualifier: 'relationship' }, qualified)]).toEqual([
    false,
    true,
  ])
  expect([isShown({ state: 'waiting' }), isShown({ state: 'waiting' }, { latest })]).toEqual([false, true])
  expect(isShown({ state: 'mine' }, { latest })).toBe(false)
  expect(isShown({ state: 'mine' }, { latest: { ...latest, mayApprove: true } })).toBe(true)
  expect(isShown({ state: 'draft' }, { latest: { ...latest, state: 'returned' } })).toBe(true)
  expect(isShown({ state: 'edited' }, { live: { value: 'x', since: at, edited: true } })).toBe(true)
  expect(isShown({ state: 'scheduled' }, { latest: { ...latest, state: 'scheduled' } })).toBe(true)
})
