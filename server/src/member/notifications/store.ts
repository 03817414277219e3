import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type Choice = Selectable<Tables['notification_choice']>

export async function findChoice(db: Reader, memberId: string): Promise<Choice | undefined> {
  return db.selectFrom('notification_choice').selectAll().where('member_id', '=', memberId).executeTakeFirst()
}

export async function writeChoice(tx: Tx, choice: Choice): Promise<void> {
  const { member_id, ...chosen } = choice
  await tx
    .insertInto('notification_choice')
    .values({ member_id, ...chosen })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(chosen))
    .execute()
}
