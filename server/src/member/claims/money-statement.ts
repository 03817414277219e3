import { type RawBuilder, sql } from 'kysely'
import type { ClaimScope } from './people.ts'

/** A transaction that has paid for care or is about to, of an account that is still there. */
export const isPayment = `kind in ('payment', 'card', 'reimbursement') and state in ('posted', 'receipt-needed', 'pending')
  and exists (select from spending_account as of where of.member_id = spending_transaction.member_id
    and of.account_id = spending_transaction.account_id and of.state <> 'withdrawn')`

/**
 * Whom a payment is for: whomever the vendor names. One that names nobody is for its owner's own claim of that number, if there is one; null: for
 * whoever of their family has one. Payers may give a number to several claims.
 */
export const paidFor = `coalesce(for_member_id, (select own.member_id from claim own where own.member_id = spending_transaction.member_id
    and own.claim_number = spending_transaction.claim_number and own.content_hash <> '' limit 1))`

/**
 * The claim numbers in transactions of a scope's people that name care that the scope may not know about: someone else's claim, or one that is
 * shown to its patient alone (MP-14). A claim that the plan has corrected to another patient is no longer the first one's.
 */
export function selectHiddenNumbers(
  scope: Pick<ClaimScope, 'people' | 'sensitiveOf'>,
): RawBuilder<{ readonly number: string }> {
  const ids = scope.people.map(({ memberId }) => memberId)
  return sql`select of_number.claim_number as number
    from claim of_number join member patient on patient.member_id = of_number.member_id
    where of_number.claim_number in (select claim_number from spending_transaction where member_id = any(${ids}::uuid[]))
      and of_number.content_hash <> '' and patient.brand = (select brand from member where member_id = ${ids[0] ?? null})
      and (of_number.member_id <> all(${ids}::uuid[])
        or of_number.sensitive and of_number.member_id is distinct from ${scope.sensitiveOf}::uuid)`
}
