import { expect, test } from 'vitest'
import { moveKeptPeople } from './kept-people.ts'

const family = [{ age: 35 }, { age: 34 }, { age: 8 }]
const typed = {
  ...{ 'firstName-0': 'Ann', 'firstName-1': 'Bob', 'firstName-2': 'Cid', 'dateOfBirth-1': '03/04/1992' },
  ...{ 'relation-1': 'spouse', 'relation-2': 'child', 'tobacco-1': 'yes', email: 'a@mail.example', signature: 'Ann' },
}
const pick = (values: Readonly<Record<string, string>>, field: string) =>
  [0, 1, 2, 3].map((at) => values[`${field}-${at}`] ?? '')

test('SH-9 an application for the same people keeps all that was typed', () => {
  expect(moveKeptPeople(family, typed, [...family])).toEqual(typed)
})

test('SH-9 someone who is taken off an application gives nobody else their name, birthday or relation', () => {
  const moved = moveKeptPeople(family, typed, [{ age: 35 }, { age: 8 }])
  expect(pick(moved, 'firstName')).toEqual(['Ann', 'Cid', '', ''])
  expect(pick(moved, 'relation')).toEqual(['', 'child', '', ''])
  expect(moved).not.toHaveProperty('dateOfBirth-1')
  expect(moved).not.toHaveProperty('tobacco-1')
  expect(moved).not.toHaveProperty('signature')
  expect(moved.email).toBe('a@mail.example')
})

test('SH-9 someone who is added begins empty, wherever they stand, and costs no one else their fields', () => {
  const moved = moveKeptPeople(family, typed, [{ age: 35 }, { age: 34 }, { age: 3 }, { age: 8 }])
  expect(pick(moved, 'firstName')).toEqual(['Ann', 'Bob', '', 'Cid'])
})

test('SH-9 an age that is corrected is still the same person’s, and two of one age stay in their order', () => {
  expect(pick(moveKeptPeople(family, typed, [{ age: 36 }, { age: 34 }, { age: 8 }]), 'firstName')).toEqual([
    'Ann',
    'Bob',
    'Cid',
    '',
  ])
  const twins = [{ age: 35 }, { age: 8 }, { age: 8 }]
  expect(pick(moveKeptPeople(twins, typed, [{ age: 8 }, { age: 35 }, { age: 8 }]), 'firstName')).toEqual([
    'Bob',
    'Ann',
    'Cid',
    '',
  ])
})

test('SH-9 who takes the place of someone taken off in one step begins empty, too', () => {
  expect(pick(moveKeptPeople(family, typed, [{ age: 35 }, { age: 8 }, { age: 3 }]), 'firstName')).toEqual([
    'Ann',
    'Cid',
    '',
    '',
  ])
})
