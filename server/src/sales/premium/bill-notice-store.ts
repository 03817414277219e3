import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { underWay } from './payment-store.ts'

/** Bills due within some days that no e-mail has announced, and that no payment under way may settle; locked. */
export function holdUntoldBills(
  tx: Tx,
  { from, to, max }: { readonly from: string; readonly to: string; readonly max: number },
) {
  return tx
    .selectFrom('premium_bill')
    .select(['member_id', 'bill_id', 'account_id'])
    .where('told_on', 'is', null)
    .where('state', '=', 'sent')
    .where('due_on', '>=', from)
    .where('due_on', '<=', to)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('premium_payment')
            .select('payment_id')
            .whereRef('premium_payment.member_id', '=', 'premium_bill.member_id')
            .whereRef('premium_payment.account_id', '=', 'premium_bill.account_id')
            .where('premium_payment.state', 'in', underWay),
        ),
      ),
    )
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute()
}

export async function noteBillTold(
  tx: Tx,
  { memberId, billId }: { readonly memberId: string; readonly billId: string },
  today: string,
): Promise<void> {
  await tx
    .updateTable('premium_bill')
    .set({ told_on: sql`${today}::date` })
    .where('member_id', '=', memberId)
    .where('bill_id', '=', billId)
    .execute()
}
