import type { Tx } from '../../../platform/db/database.ts'
import { saysSensitive } from './code-kinds.ts'
import { hidePayments, listOpenPayments } from './payment-store.ts'

/** Whether the words of a spending account's transaction name sensitive care (MP-14): they are all that is known of it. */
export function namesSensitiveCare({ payee, note }: { readonly payee: string | null; readonly note: string | null }) {
  return [payee, note].some((words) => words !== null && saysSensitive(words))
}

/** Hides the purpose of some members' payments whose words are sensitive by the present rules, unless the vendor has said. */
export async function reviewPayments(tx: Tx, members: readonly string[]): Promise<void> {
  const open = await listOpenPayments(tx, members)
  await hidePayments(tx, open.filter(namesSensitiveCare))
}
