import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fieldState, formState } from './form-state.ts'

it('VA-12 a field is valid, incomplete while nothing is filled in, or in error', () => {
  expect(fieldState('5555550100', null)).toBe('')
  expect(fieldState('', null)).toBe('')
  expect(fieldState('', { code: 'phone.invalid' })).toBe('Incomplete')
  expect(fieldState('  ', { code: 'field.required' })).toBe('Incomplete')
  expect(fieldState('555', { code: 'phone.invalid' })).toBe('Error')
})

it('VA-12 a form without fields, or with valid fields only, is valid', () => {
  expect(formState([])).toBe('')
  expect(formState(['', ''])).toBe('')
})

it('VA-12 a form is Error if any field is, else Incomplete if any is', () => {
  expect(formState(['', 'Incomplete', ''])).toBe('Incomplete')
  expect(formState(['Incomplete', '', 'Error'])).toBe('Error')
  const states = fc.array(fc.constantFrom('', 'Incomplete', 'Error'))
  fc.assert(
    fc.property(states, (fields) => {
      const worst = fields.some((field) => field === 'Error')
        ? 'Error'
        : fields.some((field) => field !== '')
          ? 'Incomplete'
          : ''
      expect(formState(fields)).toBe(worst)
    }),
  )
})
