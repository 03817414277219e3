import { dayMs, easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { listBilledFills } from '../claims/fills.ts'
import type { ClaimScope } from '../claims/people.ts'
import { gatherMedicines, type KnownMedicine } from './gather.ts'
import { listDispenses, listPrescriptions } from './store.ts'

/** How far back fills are shown. */
const historyDays = 730

/**
 * Everything known about the medicines of a scope, in the caller's transaction, which audits the read. `hidden` are those that the
 * scope may not see: if a prescription, fill or claim of a drug is sensitive, nobody but the patient sees anything about that drug
 * (MP-14).
 */
export async function gather(tx: Tx, scope: ClaimScope, now: Date) {
  const since = easternDay(new Date(now.getTime() - historyDays * dayMs))
  const prescriptions = await listPrescriptions(tx, scope)
  const dispenses = await listDispenses(tx, scope, since)
  const bills = await listBilledFills(tx, scope, since)
  const told = [...prescriptions, ...dispenses].map(({ imported_at }) => imported_at)
  const asOf = told.reduce<Date | null>((last, one) => (last === null || one > last ? one : last), null)
  const all = gatherMedicines({ prescriptions, dispenses, bills })
  const isSeen = ({ sensitive, memberId }: KnownMedicine) => !sensitive || memberId === scope.sensitiveOf
  return { gathered: all.filter(isSeen), hidden: all.filter((one) => !isSeen(one)), asOf }
}

/** The person of a scope with this id. */
export function findPerson({ people }: ClaimScope, memberId: string): ClaimScope['people'][number] {
  const person = people.find((one) => one.memberId === memberId)
  if (person === undefined) throw new Error('A medicine of someone outside the scope was read.')
  return person
}
