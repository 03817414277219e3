import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type Thread = Selectable<Tables['thread']>
export type Message = Selectable<Tables['message']>

/** A message with its thread, of this member only. */
export async function findMessage(db: Reader, memberId: string, messageId: string) {
  return db
    .selectFrom('message')
    .innerJoin('thread', (join) =>
      join.onRef('thread.member_id', '=', 'message.member_id').onRef('thread.thread_id', '=', 'message.thread_id'),
    )
    .selectAll('message')
    .select(['subject', 'category_id', 'sub_category_id', 'reply_blocked_reason', 'brand'])
    .where('message.member_id', '=', memberId)
    .where('message.message_id', '=', messageId)
    .where('message.deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function listThread(db: Reader, memberId: string, threadId: string): Promise<Message[]> {
  return db
    .selectFrom('message')
    .selectAll()
    .where((eb) => eb.and({ member_id: memberId, thread_id: threadId }))
    .where('deleted_at', 'is', null)
    .orderBy('sent_at')
    .orderBy('message_id')
    .execute()
}

export async function listNewest(db: Reader, memberId: string, most: number) {
  return db
    .selectFrom('message')
    .innerJoin('thread', (join) =>
      join.onRef('thread.member_id', '=', 'message.member_id').onRef('thread.thread_id', '=', 'message.thread_id'),
    )
    .select(['message.message_id', 'message.author_name', 'message.sent_at', 'message.read_at', 'thread.subject'])
    .where('message.member_id', '=', memberId)
    .where('message.incoming', '=', true)
    .where('message.deleted_at', 'is', null)
    .orderBy('message.sent_at', 'desc')
    .limit(most)
    .execute()
}

export async function countUnread(db: Reader, memberId: string): Promise<number> {
  const row = await db
    .selectFrom('message')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('member_id', '=', memberId)
    .where('incoming', '=', true)
    .where('read_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.unread
}

/** How many of these messages are the member's own incoming ones. */
export async function countIncoming(db: Reader, memberId: string, messageIds: readonly string[]): Promise<number> {
  const row = await db
    .selectFrom('message')
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .where('member_id', '=', memberId)
    .where('message_id', 'in', messageIds)
    .where('incoming', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.found
}

/** Marks what is not yet so, keeping the moment of the first reading; answers how many changed. */
export async function setRead(
  tx: Tx,
  change: {
    readonly memberId: string
    readonly messageIds: readonly string[]
    readonly read: boolean
    readonly now: Date
  },
): Promise<number> {
  const result = await tx
    .updateTable('message')
    .set({ read_at: change.read ? change.now : null })
    .where('member_id', '=', change.memberId)
    .where('message_id', 'in', change.messageIds)
    .where('incoming', '=', true)
    .where('read_at', change.read ? 'is' : 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(result.numUpdatedRows)
}

export async function insertThread(tx: Tx, thread: Thread): Promise<void> {
  await tx.insertInto('thread').values(thread).execute()
}

/** False when this client message id was stored before: nothing is stored then. */
export async function insertMessage(tx: Tx, message: Message): Promise<boolean> {
  const result = await tx
    .insertInto('message')
    .values(message)
    .onConflict((conflict) => conflict.columns(['member_id', 'client_message_id']).doNothing())
    .executeTakeFirstOrThrow()
  return Number(result.numInsertedOrUpdatedRows) === 1
}

export async function findSent(db: Reader, memberId: string, clientMessageId: string): Promise<Message | undefined> {
  return db
    .selectFrom('message')
    .selectAll()
    .where((eb) => eb.and({ member_id: memberId, client_message_id: clientMessageId }))
    .executeTakeFirst()
}
