import { findRelationship } from '@portico/rules/member/family'
import type { Member } from '../../member/member/contract.ts'
import { type OwedRows, readOwed } from './accounts.ts'
import type { AccountRow } from './store.ts'

export { premiumParts } from './accounts.ts'

interface NextPayment {
  readonly dueDate: string
  readonly amountCents: number
  /** The part of it that is overdue. */
  readonly overdueCents: number
  readonly autoPay: boolean
  readonly graceLastDay: string | null
}

interface Group {
  readonly clientNumber: string
  readonly groupNumber: string
}

interface OnDay {
  readonly today: string
  /** Whether the group's coverage waits for its first payment. */
  readonly isFirst: boolean
}

/**
 * The payment that the landing page shows as due next in a group, from the member's billing accounts (`premiumParts`, MP-1): null if
 * nothing is owed, the amount is unknown, or the member is not the payer. While a payment is under way, the page asks for nothing.
 */
export function nextPayment(
  member: Member,
  rows: OwedRows,
  { group, ...about }: OnDay & { readonly group: Group },
): NextPayment | null {
  if (findRelationship(member.relationship_code) !== 'subscriber') return null
  const first = findFirstDue(rows, about, (row) => hasNoGroup(row) || belongsTo(row, group))
  return first?.payment ?? null
}

/** The same for a group other than the selected one; accounts without a group appear only with the selected one. */
export function nextPaymentOfOther(rows: OwedRows, group: Group, about: OnDay) {
  return findFirstDue(rows, about, (row) => belongsTo(row, group))
}

function findFirstDue(rows: OwedRows, { today, isFirst }: OnDay, isShown: (row: AccountRow) => boolean) {
  const owed: { readonly accountId: string; readonly payment: NextPayment }[] = []
  for (const row of rows.accounts.filter(isShown)) {
    const { dueOn, balanceCents, overdueCents, grace, paysItself, underWay } = readOwed(row, rows, today)
    if (dueOn === null || balanceCents === null || overdueCents === null || underWay) continue
    // There is no coverage yet that a grace period could continue.
    const graceLastDay = grace.stage === 'running' && !isFirst ? grace.lastDay : null
    owed.push({
      accountId: row.account_id,
      payment: { dueDate: dueOn, amountCents: balanceCents, overdueCents, autoPay: paysItself, graceLastDay },
    })
  }
  return owed.toSorted((one, other) => one.payment.dueDate.localeCompare(other.payment.dueDate))[0] ?? null
}

const hasNoGroup = ({ client_number: client, group_number: group }: AccountRow) => client === null && group === null

const belongsTo = (row: AccountRow, { clientNumber, groupNumber }: Group) =>
  row.client_number === clientNumber && row.group_number === groupNumber
