import { messageLimits } from '@portico/contract/limits'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  emptyFields,
  fitToTopics,
  holdsWords,
  isEmpty,
  listSubCategories,
  type MessageFields,
  type Topic,
  toBody,
  toDraftBody,
  withField,
  withoutClaim,
} from './fields.ts'

const topics: Topic[] = [
  {
    categoryId: 'claims',
    label: 'Claims',
    subCategories: [
      { subCategoryId: 'claim-status', label: 'Status of a claim' },
      { subCategoryId: 'claim-denied', label: 'A claim was denied' },
    ],
  },
  { categoryId: 'id-card', label: 'ID card', subCategories: [{ subCategoryId: 'id-card-new', label: 'A new card' }] },
]

const filled: MessageFields = {
  categoryId: 'claims',
  subCategoryId: 'claim-denied',
  subject: 'My claim',
  text: 'Why was it denied?',
  phoneNumber: '555-555-5555',
  bestTime: 'morning',
  claimId: '',
  appeal: false,
}

describe('MC-3 category and sub-category', () => {
  it('MC-3 the second offers the options of the first', () => {
    expect(listSubCategories(topics, '')).toEqual([])
    expect(listSubCategories(topics, 'claims').map((one) => one.subCategoryId)).toEqual([
      'claim-status',
      'claim-denied',
    ])
  })

  it('MC-3 another category clears the sub-category, unless it has only one', () => {
    const noCategory = withField(filled, { name: 'categoryId', value: '' }, topics)
    expect(noCategory).toEqual({ ...filled, categoryId: '', subCategoryId: '' })
    expect(withField(filled, { name: 'categoryId', value: 'id-card' }, topics).subCategoryId).toBe('id-card-new')
    expect(withField(filled, { name: 'subject', value: 'Other' }, topics).subCategoryId).toBe('claim-denied')
  })

  it('MC-3 a kept choice that is no longer offered is cleared, the words stay', () => {
    expect(fitToTopics(filled, topics)).toEqual(filled)
    expect(fitToTopics({ ...filled, subCategoryId: 'gone' }, topics)).toEqual({ ...filled, subCategoryId: '' })
    expect(fitToTopics(filled, [])).toEqual({ ...filled, categoryId: '', subCategoryId: '' })
  })
})

it('VA-9 MC-3 subject and message are trimmed to their lengths', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 45, maxLength: 110, unit: 'binary' }), (value) => {
      const { subject } = withField(emptyFields, { name: 'subject', value }, topics)
      expect(subject.length).toBeLessThanOrEqual(messageLimits.subject)
      expect(value.startsWith(subject)).toBe(true)
    }),
  )
  const long = 'x'.repeat(messageLimits.text + 1)
  expect(withField(emptyFields, { name: 'text', value: long }, topics).text).toHaveLength(messageLimits.text)
})

it('MC-3 typed values count as words, choices do not', () => {
  expect(isEmpty(emptyFields)).toBe(true)
  const chosen: MessageFields = { ...emptyFields, categoryId: 'claims', bestTime: 'morning' }
  expect(isEmpty(chosen)).toBe(false)
  expect(holdsWords(chosen)).toBe(false)
  expect(holdsWords({ ...chosen, text: ' \n ' })).toBe(false)
  for (const name of ['subject', 'text', 'phoneNumber'] as const) {
    expect(holdsWords({ ...emptyFields, [name]: 'a' })).toBe(true)
  }
})

describe('MC-3 MC-5 what is sent', () => {
  it('MC-5 texts are sent without surrounding spaces', () => {
    const padded = { ...filled, subject: ' My claim ', text: '\nWhy was it denied? ', phoneNumber: ' 555-555-5555 ' }
    const { claimId: _, appeal: _none, ...sent } = filled
    expect(toBody(padded)).toEqual(sent)
  })

  it('MC-3 without a phone none is sent; without one, any time is left out, another time is not', () => {
    const { claimId: _, appeal: _none, ...sent } = filled
    const { phoneNumber: _phone, bestTime: _time, ...others } = sent
    expect(toBody({ ...filled, phoneNumber: ' ', bestTime: 'any' })).toEqual(others)
    expect(toBody({ ...filled, phoneNumber: '' })).toEqual({ ...others, bestTime: 'morning' })
    expect(toBody({ ...filled, bestTime: 'any' })).toEqual({ ...sent, bestTime: 'any' })
  })

  it('MP-9 a claim goes with it until it is removed, and a draft keeps it as well', () => {
    const about = { ...filled, claimId: '0197f7a0-0000-7000-8000-000000000001', appeal: true }
    const { claimId, appeal } = about
    for (const body of [toBody(about), toDraftBody(about)]) expect(body).toMatchObject({ claimId, appeal })
    for (const body of [toBody(withoutClaim(about)), toDraftBody(withoutClaim(about))]) {
      expect(body).not.toHaveProperty('claimId')
      expect(body).not.toHaveProperty('appeal')
    }
  })
})
