import { expect, test } from 'vitest'
import { findProposals } from './find-proposals.ts'
import type { Proposal } from './types.ts'

const propose = (
  firstName: string,
  agent: string,
  applications: readonly { readonly applicationNumber: string }[] = [],
) =>
  ({
    firstName,
    lastName: 'Ortíz',
    email: `${firstName}@mail.example`,
    plans: [{ name: 'Keyline Silver 5500' }, { name: 'Keyline Gold 1500' }],
    agent: { agentId: '1', name: agent, own: false },
    applications,
  }) as unknown as Proposal
const kept = [propose('José', 'Noor Hadley'), propose('Wanda', 'Ari Gentry', [{ applicationNumber: 'A-4711' }])]
const listFound = (words: string) => findProposals(kept, words).map(({ firstName }) => firstName)

test.each([
  ['ortiz JOSE', ['José']],
  ['wanda@mail.example', ['Wanda']],
  ['gold hadley', ['José']],
  ['a-4711', ['Wanda']],
  ['  keyline ', ['José', 'Wanda']],
  ['keyline nobody', []],
])('AG-6 %s finds a proposal by every word, without accents', (words, found) => {
  expect(listFound(words.trim())).toEqual(found)
})
