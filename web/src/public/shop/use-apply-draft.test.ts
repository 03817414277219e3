import { expect, test } from 'vitest'
import { toKnownFields } from './use-apply-draft.ts'

const profile = {
  logonId: 'PROSPECT1',
  firstName: 'Priya',
  lastName: 'Prosper',
  email: 'priya@example.net',
  phone: '412-555-0134',
  address: null,
  city: null,
}

test('SH-9 an application starts with the account’s data about its person, and with empty fields for the rest', () => {
  expect(toKnownFields(profile)).toEqual({
    'firstName-0': 'Priya',
    'lastName-0': 'Prosper',
    email: 'priya@example.net',
    phone: '412-555-0134',
    address: '',
    city: '',
  })
})
