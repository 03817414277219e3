import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { ThreadWork } from './store.ts'

type Conversation = Pick<ThreadWork, 'member_id' | 'thread_id'>

export async function dropPresence(tx: Tx, { member_id, thread_id }: Conversation, accountId: string): Promise<void> {
  await tx
    .deleteFrom('thread_presence')
    .where((eb) => eb.and({ member_id, thread_id, account_id: accountId }))
    .execute()
}

export async function keepPresence(
  tx: Tx,
  { member_id, thread_id }: Conversation,
  { account_id, ...seen }: Pick<Selectable<Tables['thread_presence']>, 'account_id' | 'typing' | 'seen_at'>,
): Promise<void> {
  await tx
    .insertInto('thread_presence')
    .values({ member_id, thread_id, account_id, ...seen })
    .onConflict((conflict) => conflict.columns(['member_id', 'thread_id', 'account_id']).doUpdateSet(seen))
    .execute()
}

/** Who has been at a conversation since a moment, by last name. */
export function listPresent(
  db: Reader,
  { member_id, thread_id }: Conversation,
  { except, since }: { readonly except: string; readonly since: Date },
) {
  return db
    .selectFrom('thread_presence')
    .innerJoin('account', 'account.account_id', 'thread_presence.account_id')
    .select(['account.account_id', 'first_name', 'last_name', 'typing'])
    .where((eb) => eb.and({ 'thread_presence.member_id': member_id, thread_id }))
    .where('account.account_id', '!=', except)
    .where('seen_at', '>', since)
    .orderBy('last_name')
    .execute()
}

/** A sent reply is no longer being written, whatever the page reports next. */
export async function endTyping(tx: Tx, accountId: string, { member_id, thread_id }: Conversation): Promise<void> {
  await tx
    .updateTable('thread_presence')
    .set({ typing: false })
    .where((eb) => eb.and({ member_id, thread_id, account_id: accountId }))
    .execute()
}
