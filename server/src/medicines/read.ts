import { listBilledFills } from '../claims/fills.ts'
import type { ClaimScope } from '../claims/people.ts'
import { dayMs, easternDay } from '../day.ts'
import type { Tx } from '../db/database.ts'
import { gatherMedicines } from './gather.ts'
import { listDispenses, listPrescriptions } from './store.ts'

/** How far back fills are shown. */
const historyDays = 730

/** Everything known about the medicines of a scope, in the caller's transaction, which audits the read. */
export async function gather(tx: Tx, scope: ClaimScope, now: Date) {
  const since = easternDay(new Date(now.getTime() - historyDays * dayMs))
  const prescriptions = await listPrescriptions(tx, scope)
  const dispenses = await listDispenses(tx, scope, since)
  const bills = await listBilledFills(tx, scope, since)
  const told = [...prescriptions, ...dispenses].map(({ imported_at }) => imported_at)
  const asOf = told.reduce<Date | null>((last, one) => (last === null || one > last ? one : last), null)
  return { gathered: gatherMedicines({ prescriptions, dispenses, bills }), asOf }
}

/** The person of a scope with an id. */
export function personOf({ people }: ClaimScope, memberId: string): ClaimScope['people'][number] {
  const person = people.find((one) => one.memberId === memberId)
  if (person === undefined) throw new Error('A medicine of someone outside the scope was read.')
  return person
}
