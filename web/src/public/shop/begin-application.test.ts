import { describe, expect, it } from 'vitest'
import { beginWith, pickKept, putAdultFirst } from './begin-application.ts'

const basis = (...ages: readonly number[]) => ({
  zipCode: '15222',
  county: '42003',
  income: null,
  people: ages.map((age) => ({ age, tobacco: false })),
})
const known = { 'firstName-0': 'Ana', 'lastName-0': 'Ruiz', email: 'ana@example.com', city: 'Erie' }

describe('the applicant comes first (SH-9)', () => {
  it.each([
    [[8, 41, 12], 18, [41, 8, 12]],
    [[41, 8], 18, [41, 8]],
    [[8, 12], 18, [8, 12]],
    [[18, 40], 19, [40, 18]],
  ])('of %j, with adults from %i, the order is %j', (ages, adultFrom, order) => {
    expect(putAdultFirst(basis(...ages), adultFrom).people.map(({ age }) => age)).toEqual(order)
  })
})

describe('an application starts with the account’s data (SH-9)', () => {
  it('for the first of those covered, if an adult is among them', () => {
    const typed = beginWith(known, basis(41, 8), 'PA')
    expect(typed).toMatchObject({ 'firstName-0': 'Ana', 'lastName-0': 'Ruiz', 'age-0': '41', 'age-1': '8' })
    expect(typed).toMatchObject({ email: 'ana@example.com', city: 'Erie', guardianFirstName: '', 'firstName-1': '' })
  })

  it('for the guardian, if only minors are covered: nobody gets the name of another', () => {
    const typed = beginWith(known, basis(8), 'PA')
    expect(typed).toMatchObject({ guardianFirstName: 'Ana', guardianLastName: 'Ruiz', 'firstName-0': '' })
    expect(typed).toMatchObject({ 'age-0': '8', email: 'ana@example.com' })
  })

  it('keeps contact information for another plan, but not agreements and signature', () => {
    const values = { city: 'Erie', truth: 'true', terms: 'true', signature: 'Ana Ruiz' }
    expect(pickKept(values, true)).toEqual(values)
    expect(pickKept(values, false)).toMatchObject({ city: 'Erie', truth: '', terms: '', signature: '' })
  })
})
