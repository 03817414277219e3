import { expect, test } from 'vitest'
import { findClients } from './find-clients.ts'
import type { AgencyClient } from './types.ts'

const client = (firstName: string, more: Partial<AgencyClient> = {}) =>
  ({
    firstName,
    lastName: 'Ortíz',
    phone: '412-555-0142',
    email: null,
    plans: ['PPO Blue'],
    note: '',
    agent: null,
    ...more,
  }) as AgencyClient
const book = [client('José', { email: 'jose@mail.example' }), client('Wanda', { phone: null, note: 'Turns 65 in May' })]
const listFound = (words: string) => findClients(book, words).map(({ firstName }) => firstName)

test.each([
  ['ortiz JOSE', ['José']],
  ['mail.example', ['José']],
  ['(412) 555', ['José']],
  ['5550142', ['José']],
  ['turns ppo', ['Wanda']],
  ['ortiz', ['José', 'Wanda']],
  ['ortiz nobody', []],
])('AG-5 %s finds a client in the book by every word, without accents, or by their number', (words, found) => {
  expect(listFound(words)).toEqual(found)
})
