import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answersAsked, checkForm, type FieldRule, fieldsAsked, parseCents } from './check.ts'
import { computeFormState, receiptNumber } from './state.ts'

const today = { year: 2026, month: 11, day: 22 }
const rule = (name: string, more: Partial<FieldRule> = {}): FieldRule => ({
  name,
  type: 'text',
  required: false,
  max: 200,
  past: false,
  coming: false,
  showIf: null,
  options: [],
  ...more,
})
const options = [{ value: 'no' }, { value: 'work' }]
const fields = [
  rule('accident', { type: 'choice', required: true, options }),
  rule('day', { type: 'date', past: true, required: true, showIf: { field: 'accident', not: 'no' } }),
  rule('where', { required: true, showIf: { field: 'day', equals: '11/01/2026' } }),
  rule('amount', { type: 'money', required: true }),
]

describe('MP-21 the rule of a form', () => {
  test('MP-21 asks a dependent question only after its answer, and nothing that depends on an unasked question', () => {
    const names = (answers: Record<string, string>) => fieldsAsked(fields, answers).map(({ name }) => name)
    expect(names({})).toEqual(['accident', 'amount'])
    expect(names({ accident: 'no', day: '11/01/2026' })).toEqual(['accident', 'amount'])
    expect(names({ accident: 'work', day: '11/01/2026' })).toEqual(['accident', 'day', 'where', 'amount'])
  })

  test('MP-21 reports what is wrong with each field, and nothing about unasked fields', () => {
    expect(checkForm(fields, {}, today)).toEqual({
      accident: { code: 'select.not-chosen' },
      amount: { code: 'field.required' },
    })
    const answers = { accident: 'work', day: '11/23/2026', amount: '12.5' }
    expect(checkForm(fields, answers, today)).toEqual({
      day: { code: 'date.future' },
      amount: { code: 'money.invalid' },
    })
    expect(checkForm(fields, { accident: 'sea', amount: '12' }, today)).toMatchObject({
      accident: { code: 'select.not-chosen' },
    })
    expect(checkForm([rule('until', { type: 'date', coming: true })], { until: '11/21/2026' }, today)).toEqual({
      until: { code: 'date.past' },
    })
    expect(checkForm([rule('a', { max: 3 })], { a: 'four' }, today)).toEqual({
      a: { code: 'field.too-long', params: { maximum: 3 } },
    })
  })

  test.each([
    ['125.50', 12_550],
    ['$1,250', 125_000],
    ['7', 700],
    ['0', null],
    ['0.00', null],
    ['12.5', null],
    ['1,25', null],
    ['-3', null],
    ['1e3', null],
  ])('MP-21 reads %s as %s cents', (typed, cents) => {
    expect(parseCents(typed)).toBe(cents)
  })

  test('MP-21 sends answers to asked fields only, so that a valid form stays valid', () => {
    const answer = fc.record({
      accident: fc.constantFrom('', 'no', 'work', 'x'),
      day: fc.constantFrom('', '11/01/2026', '13/01/2026'),
      where: fc.string(),
      amount: fc.constantFrom('', '3', '3.00', 'x'),
      other: fc.string(),
    })
    fc.assert(
      fc.property(answer, (answers) => {
        const sent = answersAsked(fields, answers)
        expect(Object.keys(sent)).not.toContain('other')
        expect(checkForm(fields, sent, today)).toEqual(checkForm(fields, answers, today))
      }),
    )
  })

  test('MP-21 the state of a form follows from the staff’s work on it', () => {
    expect(computeFormState({ state: 'open', assigned: false })).toBe('received')
    expect(computeFormState({ state: 'open', assigned: true })).toBe('in-work')
    expect(computeFormState({ state: 'waiting', assigned: true })).toBe('more-needed')
    expect(computeFormState({ state: 'resolved', assigned: false })).toBe('answered')
    expect(receiptNumber(new Uint8Array([0, 1, 2, 3, 30, 31, 32, 255]))).toMatch(/^F-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  })
})
