import type { Transaction } from './envelope.ts'

/** The sender of a transaction: ISA06, with GS02 if that is another name. */
export function nameSender({ interchange, group }: Pick<Transaction, 'group' | 'interchange'>): string {
  const [outer, inner] = [interchange.sender.id.toUpperCase(), group.sender.toUpperCase()]
  return inner === '' || inner === outer ? outer : `${outer}/${inner}`
}
