import { consentFields } from '@portico/rules/shop/application'
import { findAdultAge } from '@portico/rules/shop/majority'
import type { Basis } from '../../shared/shop-parts/basis.ts'
import { arrangeValues, newPerson, type Typed } from './kept-people.ts'

/** Puts the applicant first, who is an adult if any adult is covered. */
export function putAdultFirst(basis: Basis, adultFrom: number): Basis {
  const at = basis.people.findIndex(({ age }) => age >= adultFrom)
  const adult = basis.people[at]
  if (adult === undefined || at === 0) return basis
  return { ...basis, people: [adult, ...basis.people.filter((one) => one !== adult)] }
}

/**
 * What is known about a signed-in person, in the applicant's fields; if only minors are covered, that is not the first of those covered.
 */
export function beginWith(known: Typed, { people }: Basis, state: string | null): Typed {
  const { 'firstName-0': firstName = '', 'lastName-0': lastName = '', ...others } = known
  const [first, ...rest] = people.map(newPerson)
  if (first === undefined) return arrangeValues(known, [])
  if (people.some(({ age }) => age >= findAdultAge(state)))
    return arrangeValues(others, [{ ...first, firstName, lastName }, ...rest])
  return arrangeValues({ ...others, guardianFirstName: firstName, guardianLastName: lastName }, [first, ...rest])
}

/** From the values typed for another plan, keeps the people and their contact information; agreements and signature belong to one plan alone. */
export function pickKept(values: Typed, isSame: boolean): Typed {
  return isSame ? values : { ...values, ...Object.fromEntries(consentFields.map((name) => [name, ''])) }
}
