import type { WorkState } from '../workspace/work.ts'

/** Where a form that was sent stands (MP-21), as its member is told. */
export const formStates = ['received', 'in-work', 'more-needed', 'answered'] as const
export type SentFormState = (typeof formStates)[number]

/**
 * The state that follows from the staff's work on its conversation: no one has it yet, someone has, the member is waited for, or
 * it is done.
 */
export function formStateOf(work: { readonly state: WorkState; readonly assigned: boolean }): SentFormState {
  if (work.state === 'resolved') return 'answered'
  if (work.state === 'waiting') return 'more-needed'
  return work.assigned ? 'in-work' : 'received'
}

/** Without letters and digits that are taken for one another. */
const signs = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A number to be read out on the phone, e.g. `F-7QK2-M9XD`, of eight random bytes. */
export function receiptNumber(random: Uint8Array): string {
  const text = [...random.slice(0, 8)].map((byte) => signs[byte % signs.length] ?? '').join('')
  return `F-${text.slice(0, 4)}-${text.slice(4)}`
}
