import { expect, it } from 'vitest'
import { checkFilteringSelect, checkRequiredSelect } from './select.ts'

it('VA-9 a required select is invalid when empty', () => {
  expect(checkRequiredSelect('')).toEqual({ code: 'field.required' })
  expect(checkRequiredSelect('HOME')).toBeNull()
})

it('VA-9 a filtering select is valid with an item chosen, whether required or not', () => {
  for (const required of [true, false]) {
    expect(checkFilteringSelect({ typed: 'Dauphin', chosen: '42043', required })).toBeNull()
  }
})

it('VA-9 a filtering select is invalid if the typed text is not an item', () => {
  for (const required of [true, false]) {
    expect(checkFilteringSelect({ typed: 'Dau', chosen: null, required })).toEqual({ code: 'select.not-chosen' })
  }
})

it('VA-9 an empty filtering select is valid only when optional', () => {
  for (const typed of ['', '  ']) {
    expect(checkFilteringSelect({ typed, chosen: null })).toBeNull()
    expect(checkFilteringSelect({ typed, chosen: null, required: true })).toEqual({ code: 'field.required' })
  }
})
