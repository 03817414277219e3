import { findRelationship } from '@portico/rules/member/family'
import type { Member } from '../../member/member/contract.ts'
import type { Reader } from '../../platform/db/database.ts'
import { readOwed } from './accounts.ts'
import type { AccountRow } from './store.ts'

export { selectAccounts } from './store.ts'

interface NextPayment {
  readonly dueDate: string
  readonly amountCents: number
  readonly autoPay: boolean
}

interface Group {
  readonly clientNumber: string
  readonly groupNumber: string
}

/**
 * The payment that the landing page shows as due next in a group, from the member's billing accounts (`selectAccounts`, MP-1): null if nothing is owed, or the
 * amount is unknown, or the member is not the payer. While a payment is under way, nothing is asked for.
 */
export async function nextPayment(
  db: Reader,
  member: Member,
  rows: readonly AccountRow[],
  { group, today }: { readonly group: Group; readonly today: string },
): Promise<NextPayment | null> {
  if (findRelationship(member.relationship_code) !== 'subscriber') return null
  const own = rows.filter(
    ({ client_number: client, group_number: number }) =>
      (client === null && number === null) || (client === group.clientNumber && number === group.groupNumber),
  )
  const owed: NextPayment[] = []
  for (const row of own) {
    const { dueOn, balanceCents, paysItself, underWay } = await readOwed(db, row, today)
    if (dueOn === null || balanceCents === null || underWay) continue
    owed.push({ dueDate: dueOn, amountCents: balanceCents, autoPay: paysItself })
  }
  return owed.toSorted((one, other) => one.dueDate.localeCompare(other.dueDate))[0] ?? null
}
