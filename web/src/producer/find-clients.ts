import { fold } from '@portico/rules/widgets/type-ahead'
import type { AgencyClient } from './types.ts'

/** The clients with all the words in their name, e-mail, plans, note or agent, or in their number without its signs (AG-5). */
export function findClients(clients: readonly AgencyClient[], words: string): readonly AgencyClient[] {
  const wanted = fold(words).split(/\s+/)
  return clients.filter(({ firstName, lastName, email, phone, plans, note, agent }) => {
    const text = fold([firstName, lastName, email, ...plans, note, agent?.name].join(' '))
    const digits = phone?.replace(/\D/g, '') ?? ''
    return wanted.every((word) => text.includes(word) || isInNumber(digits, word))
  })
}

function isInNumber(digits: string, word: string): boolean {
  const wanted = word.replace(/[-().+]/g, '')
  return /^\d{3,}$/.test(wanted) && digits.includes(wanted)
}
