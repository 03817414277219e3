import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Cursor } from '../../platform/http/cursor.ts'

export type Thread = Selectable<Tables['thread']>
export type Message = Omit<Selectable<Tables['message']>, 'subject_key'>

/** A message with its thread, of this member only; including a deleted one, while it can be restored. */
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
    .where('message.purged_at', 'is', null)
    .executeTakeFirst()
}

/** The part of a conversation to read: the newest messages before a position, or of all if that is null. */
export interface ThreadPart {
  readonly memberId: string
  readonly threadId: string
  /** `kept`: messages that are not deleted; `restorable`: also those that can be restored; `all`: everything ever written. */
  readonly only: 'kept' | 'restorable' | 'all'
  readonly before: Cursor | null
  readonly max: number
}

/** Part of a conversation, oldest first. */
export async function listThread(db: Reader, { max, ...part }: ThreadPart): Promise<Message[]> {
  const rows = await inThread(db, part)
    .selectAll()
    .orderBy('sent_at', 'desc')
    .orderBy('message_id', 'desc')
    .limit(max)
    .execute()
  return rows.reverse()
}

/** How many messages a conversation has before a position, not counting `except`. */
export async function countEarlier(db: Reader, part: Omit<ThreadPart, 'max'>, except?: string): Promise<number> {
  const row = await inThread(db, part)
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .$if(except !== undefined, (query) => query.where('message_id', '<>', except ?? ''))
    .executeTakeFirstOrThrow()
  return row.found
}

function inThread(db: Reader, { memberId, threadId, only, before }: Omit<ThreadPart, 'max'>) {
  return db
    .selectFrom('message')
    .where((eb) => eb.and({ member_id: memberId, thread_id: threadId }))
    .$if(only !== 'all', (query) => query.where(only === 'kept' ? 'deleted_at' : 'purged_at', 'is', null))
    .$if(before !== null, (query) =>
      query.where(sql<boolean>`(sent_at, message_id) < (${before?.at}, ${before?.id}::uuid)`),
    )
}

/** When the newest messages for a member were written, by anyone, latest first; deleted ones count, too. */
export async function listSentMoments(db: Reader, memberId: string, since: Date, max: number): Promise<Date[]> {
  const { rows } = await sql<{ sent_at: Date }>`
    select sent_at from message_words where member_id = ${memberId} and not incoming and sent_at > ${since}
    order by sent_at desc limit ${max}`.execute(db)
  return rows.map(({ sent_at }) => sent_at)
}

export function newestIncoming(db: Reader, memberId: string, max: number) {
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
    .limit(max)
}

export function selectUnreadCount(db: Reader, memberId: string) {
  return db.selectFrom('mailbox_count').select('unread').where('member_id', '=', memberId)
}

export async function countUnread(db: Reader, memberId: string): Promise<number> {
  return (await selectUnreadCount(db, memberId).executeTakeFirst())?.unread ?? 0
}

/** Makes changes to a mailbox wait for each other here, so that they cannot deadlock over its messages. */
export async function lockMailbox(tx: Tx, memberId: string): Promise<void> {
  await tx.selectFrom('mailbox_count').select('unread').where('member_id', '=', memberId).forUpdate().execute()
}

/** Messages of a member that a change names. */
interface Named {
  readonly memberId: string
  readonly messageIds: readonly string[]
}

/** How many of these messages are the member's own incoming ones. */
export async function countIncoming(db: Reader, memberId: string, messageIds: readonly string[]): Promise<number> {
  const row = await ofMember(db, memberId, messageIds)
    .where('incoming', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.found
}

/** How many of these messages are in one of the member's folders, including the deleted messages. */
export async function countKept(db: Reader, memberId: string, messageIds: readonly string[]): Promise<number> {
  const row = await ofMember(db, memberId, messageIds).where('purged_at', 'is', null).executeTakeFirstOrThrow()
  return row.found
}

function ofMember(db: Reader, memberId: string, messageIds: readonly string[]) {
  return db
    .selectFrom('message')
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .where('member_id', '=', memberId)
    .where('message_id', 'in', messageIds)
}

/**
 * The messages to mark when the conversations of these messages are marked: as read, all unread ones; as unread, the newest received
 * message of each.
 */
export async function inThreadsToMark(db: Reader, change: Named & { readonly read: boolean }): Promise<string[]> {
  const received = inThreads(db, change).where('incoming', '=', true).where('deleted_at', 'is', null)
  if (change.read) return listIds(received.where('read_at', 'is', null))
  return listIds(
    received.distinctOn('thread_id').orderBy('thread_id').orderBy('sent_at', 'desc').orderBy('message_id', 'desc'),
  )
}

/** The messages that move when the conversations of these messages are deleted or restored. */
export async function inThreadsToMove(db: Reader, change: Named & { readonly deleted: boolean }): Promise<string[]> {
  return listIds(
    inThreads(db, change)
      .where('purged_at', 'is', null)
      .where('deleted_at', change.deleted ? 'is' : 'is not', null),
  )
}

function inThreads(db: Reader, { memberId, messageIds }: Named) {
  return db
    .selectFrom('message')
    .select('message_id')
    .where('member_id', '=', memberId)
    .where(({ eb, selectFrom }) =>
      eb(
        'thread_id',
        'in',
        selectFrom('message as named')
          .select('named.thread_id')
          .where('named.member_id', '=', memberId)
          .where('named.message_id', 'in', messageIds),
      ),
    )
}

async function listIds(query: ReturnType<typeof inThreads>): Promise<string[]> {
  return (await query.execute()).map(({ message_id }) => message_id)
}

/** Deletes or restores messages that are not yet so; keeps the moment of the first deletion. Returns how many changed. */
export async function setDeleted(
  tx: Tx,
  change: Named & { readonly deleted: boolean; readonly now: Date },
): Promise<number> {
  if (change.messageIds.length === 0) return 0
  const result = await tx
    .updateTable('message')
    .set({ deleted_at: change.deleted ? change.now : null })
    .where('member_id', '=', change.memberId)
    .where('message_id', 'in', change.messageIds)
    .where('purged_at', 'is', null)
    .where('deleted_at', change.deleted ? 'is' : 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(result.numUpdatedRows)
}

/** Marks messages as read or unread that are not yet so; keeps the moment of the first reading. Returns how many changed. */
export async function setRead(tx: Tx, change: Named & { readonly read: boolean; readonly now: Date }): Promise<number> {
  if (change.messageIds.length === 0) return 0
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

export async function findThread(db: Reader, memberId: string, threadId: string): Promise<Thread> {
  return db
    .selectFrom('thread')
    .selectAll()
    .where((eb) => eb.and({ member_id: memberId, thread_id: threadId }))
    .executeTakeFirstOrThrow()
}

export async function insertThread(tx: Tx, thread: Thread): Promise<void> {
  await tx.insertInto('thread').values(thread).execute()
}

/** False, and it stores nothing, if this client message id was stored before. */
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

/** Removes messages deleted before a moment from their mailboxes, oldest first; skips rows that others have locked. */
export async function purge(
  tx: Tx,
  { before, now, max }: { readonly before: Date; readonly now: Date; readonly max: number },
): Promise<{ member_id: string; message_id: string }[]> {
  return tx
    .updateTable('message')
    .set({ purged_at: now })
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('member_id', 'message_id'),
        'in',
        selectFrom('message as old')
          .select(['old.member_id', 'old.message_id'])
          .where('old.deleted_at', '<', before)
          .where('old.purged_at', 'is', null)
          .orderBy('old.deleted_at')
          .limit(max)
          .forUpdate()
          .skipLocked()
          .$asTuple('member_id', 'message_id'),
      ),
    )
    .returning(['member_id', 'message_id'])
    .execute()
}

/** Changes the topic of a conversation, in the member's view as well. */
export async function moveThread(
  tx: Tx,
  { member_id, thread_id }: { readonly member_id: string; readonly thread_id: string },
  { categoryId, subCategoryId }: { readonly categoryId: string; readonly subCategoryId: string },
): Promise<void> {
  await tx
    .updateTable('thread')
    .set({ category_id: categoryId, sub_category_id: subCategoryId })
    .where((where) => where.and({ member_id, thread_id }))
    .execute()
}
