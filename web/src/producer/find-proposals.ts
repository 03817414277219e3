import { fold } from '@portico/rules/widgets/type-ahead'
import type { Proposal } from './types.ts'

/** The proposals with all the words in the client's name or e-mail, the plans, the agent, or the number of an application (AG-6). */
export function findProposals(proposals: readonly Proposal[], words: string): readonly Proposal[] {
  const wanted = fold(words).split(/\s+/)
  return proposals.filter(({ firstName, lastName, email, plans, agent, applications }) => {
    const named = [...plans.map(({ name }) => name), ...applications.map(({ applicationNumber: number }) => number)]
    const text = fold([firstName, lastName, email, agent.name, ...named].join(' '))
    return wanted.every((word) => text.includes(word))
  })
}
