import type { Tx } from './database.ts'

/**
 * Makes transactions about one member wait for each other. Others may still write rows that refer to the member: a stronger lock would hold
 * them up, and could deadlock with rows that they have locked.
 */
export async function lockMember(tx: Tx, memberId: string): Promise<void> {
  await tx.selectFrom('member').select('member_id').where('member_id', '=', memberId).forNoKeyUpdate().execute()
}

/** The same for an account. */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.selectFrom('account').select('account_id').where('account_id', '=', accountId).forNoKeyUpdate().execute()
}
