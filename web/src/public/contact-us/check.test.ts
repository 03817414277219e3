import { describe, expect, it } from 'vitest'
import { checkFields, toProblems, toState, wrongFields } from './check.ts'
import { emptyFields, type MessageFields } from './fields.ts'

const filled: MessageFields = {
  categoryId: 'claims',
  subCategoryId: 'claim-denied',
  subject: 'My claim',
  text: 'Why was it denied?',
  phoneNumber: '',
  bestTime: 'any',
  claimId: '',
  appeal: false,
}
const required = { code: 'field.required' }

describe('VA-9 VA-1 required fields of the form', () => {
  it('VA-9 MC-3 category, sub-category, subject and message are required, in the order of the form', () => {
    const problems = checkFields(emptyFields)
    expect(wrongFields(problems)).toEqual(['categoryId', 'subCategoryId', 'subject', 'text'])
    for (const problem of Object.values(problems)) expect(problem).toEqual(required)
    expect(checkFields(filled)).toEqual({})
    expect(checkFields({ ...filled, subject: ' ', text: '\n' })).toEqual({ subject: required, text: required })
  })

  it('VA-1 MC-3 the phone is optional and follows its rule', () => {
    expect(checkFields({ ...filled, phoneNumber: '12345' })).toEqual({ phoneNumber: { code: 'phone.invalid' } })
    for (const phoneNumber of ['', ' ', '5555555555', '(555) 555-5555', ' 555-555-5555 ']) {
      expect(checkFields({ ...filled, phoneNumber })).toEqual({})
    }
  })
})

it('VA-12 MC-3 the form is Incomplete while fields are empty, in Error once one is wrong', () => {
  const state = (fields: MessageFields) => toState(fields, checkFields(fields))
  expect(state(filled)).toBe('')
  expect(state({ ...filled, subject: '' })).toBe('Incomplete')
  expect(state({ ...filled, subject: '', phoneNumber: '1' })).toBe('Error')
  expect(toState(emptyFields, {})).toBe('')
})

it('MC-3 VA-1 the entries of an answer become problems of fields; unknown entries are left out', () => {
  const entry = (field: string, code: string) => ({ field, errorMessage: code, errorKey: code })
  expect(
    toProblems([
      entry('phoneNumber', 'phone.invalid'),
      entry('subCategoryId', 'select.not-chosen'),
      entry('clientMessageId', 'field.required'),
      entry('text', 'FIELD-INVALID'),
    ]),
  ).toEqual({ phoneNumber: { code: 'phone.invalid' }, subCategoryId: { code: 'select.not-chosen' } })
  expect(toProblems([{ errorMessage: 'UNAVAILABLE', errorKey: 'UNAVAILABLE' }])).toEqual({})
})
