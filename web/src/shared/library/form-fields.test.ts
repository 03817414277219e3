import { stubs } from '@portico/contract/stubs'
import { describe, expect, test } from 'vitest'
import {
  changeField,
  type FormContent,
  type FormField,
  findStatementFor,
  fitToPerson,
  listAnswers,
  presetFields,
} from './form-fields.ts'

const [plain] = stubs.openForm.form.steps.flatMap(({ fields }) => fields) as [FormField]
const about: FormField = {
  ...{ ...plain, name: 'about', type: 'person', label: 'Who is it about?' },
  options: [
    { value: 'tomas', label: 'You, Tomas' },
    { value: 'alma', label: 'Alma', statement: 'I sign as the parent of Alma.' },
  ],
}
const claim: FormField = {
  ...{ ...plain, name: 'claim', type: 'claim', label: 'Which claim?' },
  options: [
    { value: 'c1', label: 'X-ray', of: 'tomas' },
    { value: 'c2', label: 'Check-up', of: 'alma' },
  ],
}
const billed: FormField = { ...plain, name: 'billed', type: 'money', label: 'Total of the bill' }
const build = (...fields: FormField[]): FormContent => ({ ...stubs.openForm.form, steps: [{ title: 'One', fields }] })
const form = build(about, claim, billed)

describe('MP-21 the fields of a form for a person', () => {
  test('MP-21 the review shows people and claims by name, and amounts as money', () => {
    const money = (cents: number) => `$${(cents / 100).toFixed(2)}`
    const [step] = listAnswers(form, { about: 'alma', claim: 'c2', billed: '1,250' }, { money })
    expect(step?.answers.map(({ value }) => value)).toEqual(['Alma', 'Check-up', '$1250.00'])
  })

  test('MP-21 claims are those of the person, and another person’s is no longer chosen', () => {
    expect(fitToPerson(claim, { about: 'alma' }).options.map(({ value }) => value)).toEqual(['c2'])
    expect(fitToPerson(claim, {}).options).toHaveLength(2)
    expect(changeField(form, { about: 'tomas', claim: 'c1' }, 'about', 'alma')).toEqual({ about: 'alma', claim: '' })
    expect(changeField(form, { claim: 'c2' }, 'about', 'alma')).toEqual({ about: 'alma' })
    expect(changeField(form, { about: 'alma' }, 'claim', 'c2')).toEqual({ claim: 'c2' })
  })

  test('MP-21 MP-8 a form that is opened for a claim is about its patient; if there is only one person to choose, about them', () => {
    expect(presetFields(form, { claim: 'c2', isOfApproval: false })).toEqual({
      ...{ about: 'alma', decision: 'claim', claim: 'c2' },
    })
    expect(presetFields(form, { claim: undefined, isOfApproval: true })).toEqual({ decision: 'approval' })
    expect(presetFields(build(claim), { claim: 'c1', isOfApproval: false })).toEqual({ decision: 'claim', claim: 'c1' })
    expect(
      presetFields(build({ ...about, options: about.options.slice(0, 1) }), { claim: undefined, isOfApproval: false }),
    ).toEqual({ about: 'tomas' })
  })

  test('MP-21 someone who decides for another person signs that they may', () => {
    expect(findStatementFor(form, { about: 'alma' })).toBe('I sign as the parent of Alma.')
    expect(findStatementFor(form, { about: 'tomas' })).toBeUndefined()
  })
})
