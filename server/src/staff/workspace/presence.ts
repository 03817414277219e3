import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { noteThreadPresence } from '@portico/contract/calls/workspace'
import { requireDeskScope, type Scope } from '../../identity/rights/scope.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { requireWork, type ThreadWork } from './store.ts'

/** Staff who are not heard from for this long have gone; pages report that they are there every ten seconds. */
const FORGOTTEN_MS = 25_000

/** Records that a member of staff is at a conversation, or gone, and returns who else is there. */
export function notePresence(
  database: Database,
  { principal, now }: CallContext<Principal>,
  threadId: string,
  { presence }: BodyOf<typeof noteThreadPresence>,
): Promise<PayloadOf<typeof noteThreadPresence>> {
  return database.transaction(async (tx) => {
    const scope = await requireDeskScope(tx, principal)
    const work = await requireWork(tx, scope, threadId)
    const here = { member_id: work.member_id, thread_id: work.thread_id }
    const seen = { typing: presence === 'typing', seen_at: now }
    if (presence === 'gone') {
      await tx
        .deleteFrom('thread_presence')
        .where((eb) => eb.and({ ...here, account_id: scope.accountId }))
        .execute()
    } else {
      await tx
        .insertInto('thread_presence')
        .values({ ...here, ...seen, account_id: scope.accountId })
        .onConflict((conflict) => conflict.columns(['member_id', 'thread_id', 'account_id']).doUpdateSet(seen))
        .execute()
    }
    const others = await tx
      .selectFrom('thread_presence')
      .innerJoin('account', 'account.account_id', 'thread_presence.account_id')
      .select(['account.account_id', 'first_name', 'last_name', 'typing'])
      .where((eb) => eb.and({ 'thread_presence.member_id': work.member_id, thread_id: work.thread_id }))
      .where('account.account_id', '!=', scope.accountId)
      .where('seen_at', '>', new Date(now.getTime() - FORGOTTEN_MS))
      .orderBy('last_name')
      .execute()
    return {
      version: work.version,
      others: others.map((one) => ({
        accountId: one.account_id,
        name: `${one.first_name} ${one.last_name}`,
        typing: one.typing,
      })),
    }
  })
}

/** A reply that was sent is no longer being written, whatever the page reports next. */
export async function endTyping(
  tx: Tx,
  { accountId }: Scope,
  { member_id, thread_id }: Pick<ThreadWork, 'member_id' | 'thread_id'>,
): Promise<void> {
  await tx
    .updateTable('thread_presence')
    .set({ typing: false })
    .where((eb) => eb.and({ member_id, thread_id, account_id: accountId }))
    .execute()
}
