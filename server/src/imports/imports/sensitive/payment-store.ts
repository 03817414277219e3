import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'

interface Payment {
  readonly member_id: string
  readonly transaction_id: string
}

/** Transactions with words that others may see, where the vendor has not said whether they may. */
export async function listOpenPayments(tx: Tx, members: readonly string[]) {
  return tx
    .selectFrom('spending_transaction')
    .select(['member_id', 'transaction_id', 'payee', 'note'])
    .where('member_id', '=', sql<string>`any(${[...members]}::uuid[])`)
    .where('sensitive', '=', false)
    .where('sensitive_said', 'is', null)
    .where((eb) => eb.or([eb('payee', 'is not', null), eb('note', 'is not', null)]))
    .execute()
}

export async function hidePayments(tx: Tx, payments: readonly Payment[]): Promise<void> {
  if (payments.length === 0) return
  await sql`update spending_transaction set sensitive = true where (member_id, transaction_id) in (
    select * from unnest(${payments.map((row) => row.member_id)}::uuid[],
      ${payments.map((row) => row.transaction_id)}::uuid[]))`.execute(tx)
}
