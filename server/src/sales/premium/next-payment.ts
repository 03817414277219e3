import { findRelationship } from '@portico/rules/member/family'
import type { Member } from '../../member/member/contract.ts'
import { type OwedRows, readOwed } from './accounts.ts'

export { premiumParts } from './accounts.ts'

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
 * The payment that the landing page shows as due next in a group, from the member's billing accounts (`premiumParts`, MP-1): null if nothing is owed, or the
 * amount is unknown, or the member is not the payer. While a payment is under way, nothing is asked for.
 */
export function nextPayment(
  member: Member,
  rows: OwedRows,
  { group, today }: { readonly group: Group; readonly today: string },
): NextPayment | null {
  if (findRelationship(member.relationship_code) !== 'subscriber') return null
  const own = rows.accounts.filter(
    ({ client_number: client, group_number: number }) =>
      (client === null && number === null) || (client === group.clientNumber && number === group.groupNumber),
  )
  const owed: NextPayment[] = []
  for (const row of own) {
    const { dueOn, balanceCents, paysItself, underWay } = readOwed(row, rows, today)
    if (dueOn === null || balanceCents === null || underWay) continue
    owed.push({ dueDate: dueOn, amountCents: balanceCents, autoPay: paysItself })
  }
  return owed.toSorted((one, other) => one.dueDate.localeCompare(other.dueDate))[0] ?? null
}
