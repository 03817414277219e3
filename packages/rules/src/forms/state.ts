import type { WorkState } from '../workspace/work.ts'

/** Where a submitted form stands (MP-21), as the member sees it. */
export const formStates = ['received', 'in-work', 'more-needed', 'answered'] as const
export type SentFormState = (typeof formStates)[number]

/**
 * The state of a form, from the staff's work on its conversation: no one has taken it, someone has, it waits for the member, or it is
 * done.
 */
export function computeFormState(work: { readonly state: WorkState; readonly assigned: boolean }): SentFormState {
  if (work.state === 'resolved') return 'answered'
  if (work.state === 'waiting') return 'more-needed'
  return work.assigned ? 'in-work' : 'received'
}

/** Without letters and digits that are easily confused. */
const signs = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A number to read out on the phone, e.g. `F-7QK2-M9XD`, from eight random bytes. */
export function receiptNumber(random: Uint8Array): string {
  const text = [...random.slice(0, 8)].map((byte) => signs[byte % signs.length] ?? '').join('')
  return `F-${text.slice(0, 4)}-${text.slice(4)}`
}
