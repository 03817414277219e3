import { expect, test } from 'vitest'
import { arrangeValues, changePeople, newPerson, type Person, readPeople, takeKept } from './kept-people.ts'

const listAges = (...ages: readonly number[]) => ages.map((age) => ({ age, tobacco: false }))
const household = listAges(35, 34, 8)
const add = (age: string, firstName: string, more: Partial<Person> = {}): Person => ({
  ...newPerson(),
  ...{ age, firstName, ...more },
})
const ann = add('35', 'Ann')
const bob = add('34', 'Bob', { dateOfBirth: '03/04/1992', relation: 'spouse', tobacco: 'yes' })
const cid = add('8', 'Cid', { relation: 'child' })
const others = { email: 'a@mail.example', truth: 'true', terms: 'true', electronic: 'true', signature: 'Ann' }
const typed = arrangeValues(others, [ann, bob, cid])
/** By the date of birth, or else as entered. */
const findAge = ({ age, dateOfBirth }: Person) => (dateOfBirth === '05/05/2023' ? 3 : age === '' ? null : Number(age))
const take = (values: typeof typed, now: typeof household, before = household) =>
  takeKept({ values, household: before }, now, findAge).values
const names = (values: typeof typed) => readPeople(values).map(({ firstName }) => firstName)

test('SH-9 an application for the same people keeps all that was typed', () => {
  expect(take(typed, [...household])).toEqual(typed)
  // In any order that the shop has them.
  expect(take(typed, household.toReversed())).toEqual(typed)
})

test('SH-9 an application that was kept before people could be added to it opens with all that was typed', () => {
  const old = Object.fromEntries(Object.entries(typed).filter(([name]) => !name.startsWith('age-')))
  expect(take(old, household)).toEqual(typed)
})

test('SH-9 nobody inherits the name, birthday or relation of someone removed from an application', () => {
  const moved = take(typed, listAges(35, 8))
  expect(readPeople(moved)).toEqual([ann, cid])
  expect(moved).not.toHaveProperty('dateOfBirth-2')
  expect(moved.signature).toBe('')
  expect(moved.email).toBe('a@mail.example')
})

test('SH-9 someone who is added starts with empty fields in any position, and nobody else loses theirs', () => {
  const moved = take(typed, listAges(35, 34, 3, 8))
  expect(names(moved)).toEqual(['Ann', 'Bob', '', 'Cid'])
})

test('SH-9 a corrected age still belongs to the same person, and two people of one age keep their order', () => {
  expect(names(take(typed, listAges(36, 34, 8)))).toEqual(['Ann', 'Bob', 'Cid'])
  const twins = listAges(8, 35, 8)
  const parents = arrangeValues({}, [add('35', 'Ann'), add('8', 'Bob'), add('8', 'Cid')])
  expect(names(take(parents, [...twins, ...listAges(70)], listAges(35, 8, 8)))).toEqual([...['Bob', 'Ann', 'Cid', '']])
})

test('SH-9 someone who replaces a removed person in one step also starts with empty fields', () => {
  expect(names(take(typed, listAges(35, 8, 3)))).toEqual(['Ann', 'Cid', ''])
})

test('SH-9 people added on the application itself stay on it, whichever household the shop comes back with', () => {
  const born = add('', 'Eva', { dateOfBirth: '05/05/2023' })
  const unborn = add('', 'Fay')
  const more = arrangeValues(others, [ann, bob, cid, born, unborn])
  // From the cart, with the people entered there; from the plan, with the people whose ages are known by now; from the shop, without Bob.
  expect(names(take(more, household))).toEqual(['Ann', 'Bob', 'Cid', 'Eva', 'Fay'])
  expect(names(take(more, listAges(35, 34, 8, 3)))).toEqual(['Ann', 'Bob', 'Cid', 'Eva', 'Fay'])
  expect(names(take(more, listAges(35, 8, 3)))).toEqual(['Ann', 'Cid', 'Eva', 'Fay'])
  expect(names(take(more, listAges(35, 8)))).toEqual(['Ann', 'Cid', 'Eva', 'Fay'])
  // If a date of birth has corrected an age, the person is recognized by either.
  const older = arrangeValues(others, [{ ...ann, age: '36' }, bob, born])
  expect(names(takeKept({ values: older, household }, listAges(36, 34), findAge).values)).toEqual(['Ann', 'Bob', 'Eva'])
})

test('SH-9 people removed on the application itself do not come back with the household that it was started for', () => {
  const fewer = changePeople(typed, [ann, cid])
  expect(take(fewer, household)).toEqual(fewer)
  expect(takeKept({ values: fewer, household }, listAges(35, 8), findAge)).toEqual({ values: fewer, household })
})

test('SH-9 adding and removing people loses nothing typed, and asks again for agreements about the listed people', () => {
  const changed = changePeople(typed, [ann, cid, newPerson()])
  expect(readPeople(changed)).toEqual([ann, cid, newPerson()])
  expect(changed).toMatchObject({ ...others, truth: '', terms: '' })
  expect(readPeople(changePeople(changed, [ann, bob, cid]))).toEqual([ann, bob, cid])
  // Fields stay in the order on the page.
  expect(Object.keys(changed)).toEqual(Object.keys(typed))
})
