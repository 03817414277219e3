import type { Database } from '../db/database.ts'
import { claimLooks } from './payment-store.ts'
import type { Payments } from './payments.ts'

const atOnce = 5

/** Asks the gateway what became of payments that nobody has heard of for a while; any number of servers may. */
export async function lookAfterPayments(
  { database, payments }: { readonly database: Database; readonly payments: Payments },
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  let looked = 0
  for (;;) {
    const due = await database.transaction((tx) => claimLooks(tx, { now, most: atOnce }))
    await Promise.all(due.map((row) => payments.ask(row, now)))
    looked += due.length
    if (due.length < atOnce || signal?.aborted) return looked
  }
}
