import { expect, test } from 'vitest'
import { type FieldProblems, problemsIn, problemsLeft, problemsOfEntries, stateOfForm } from './field-problems.ts'

const names = ['email', 'phone'] as const
const entry = (field: string, errorMessage: string) => ({ field, errorMessage, errorKey: errorMessage })
const wrongEmail = { code: 'email.invalid' } as const
const wrongPhone = { code: 'phone.invalid' } as const

test('VA-12 a form is Error if any field is, else Incomplete if any is, else valid', () => {
  const email = problemsIn(names, (name) => (name === 'email' ? wrongEmail : null))
  expect(stateOfForm(names, { email: '', phone: '' }, {})).toBe('')
  expect(stateOfForm(names, { email: ' ', phone: '1' }, email)).toBe('Incomplete')
  expect(stateOfForm(names, { email: 'x', phone: '' }, { ...email, phone: wrongPhone })).toBe('Error')
})

test('VA-6 VA-1 a corrected problem disappears at once, and no new one shows before the next try', () => {
  const told = { email: wrongEmail }
  const findNone = () => null
  const findWrong = (name: string) => (name === 'email' ? wrongEmail : wrongPhone)
  expect(problemsLeft(told, 'email', findWrong, findNone)).toEqual({})
  expect(problemsLeft(told, 'email', findWrong, () => ({ code: 'field.required' }))).toEqual({
    email: { code: 'field.required' },
  })
  expect(problemsLeft<'email' | 'phone'>(told, 'phone', findWrong, findWrong)).toEqual(told)
})

test('VA-6 SH-9 a problem that another field corrects disappears, too; one that only the server found stays', () => {
  const told: FieldProblems<'email' | 'phone'> = { email: wrongEmail }
  const findNone = () => null
  expect(problemsLeft(told, 'phone', () => wrongEmail, findNone)).toEqual({})
  expect(problemsLeft(told, 'phone', findNone, findNone)).toEqual(told)
})

test('VA-12 the server’s problems show by field and by codes that have a text', () => {
  const entries = [entry('email', 'email.invalid'), entry('phone', 'FIELD-INVALID'), entry('other', 'phone.invalid')]
  const params = { count: 5 }
  expect(problemsOfEntries(names, entries, { params })).toEqual({ email: { ...wrongEmail, params } })
  const codes = { 'FIELD-INVALID': 'phone.invalid' } as const
  expect(problemsOfEntries(names, entries, { codes }).phone).toEqual({ ...wrongPhone, params: {} })
})
