import type { Reader, Tx } from '../../platform/db/database.ts'

/** The sender, with what customer service needs to call them. */
export async function findWriter(tx: Tx, accountId: string) {
  const row = await tx
    .selectFrom('account')
    .select(['login_id', 'first_name', 'last_name', 'email', 'phone', 'bus_phone'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const name = `${row.first_name} ${row.last_name}`.trim()
  return { loginId: row.login_id, name, email: row.email, phone: row.phone ?? row.bus_phone }
}

/** A sent letter does not count again when it is requested again. */
export async function isKept(db: Reader, accountId: string, letterId: string): Promise<boolean> {
  const found = await db
    .selectFrom('sent_letter')
    .select('letter_id')
    .where((eb) => eb.and({ account_id: accountId, letter_id: letterId }))
    .executeTakeFirst()
  return found !== undefined
}

/** False if it was sent before. */
export async function keepLetter(
  tx: Tx,
  letter: {
    readonly account_id: string
    readonly letter_id: string
    readonly template: string
    readonly sent_at: Date
  },
): Promise<boolean> {
  const kept = await tx
    .insertInto('sent_letter')
    .values(letter)
    .onConflict((conflict) => conflict.columns(['account_id', 'letter_id']).doNothing())
    .returning('letter_id')
    .executeTakeFirst()
  return kept !== undefined
}
