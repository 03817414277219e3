import type { Tx } from './database.ts'

/**
 * Of several transactions about one member, all but the first wait here. Rows that refer to the member may be written by
 * others meanwhile, which a stronger lock would hold up, and deadlock with what they have locked.
 */
export async function lockMember(tx: Tx, memberId: string): Promise<void> {
  await tx.selectFrom('member').select('member_id').where('member_id', '=', memberId).forNoKeyUpdate().execute()
}

/** The same for an account. */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.selectFrom('account').select('account_id').where('account_id', '=', accountId).forNoKeyUpdate().execute()
}
