import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type Mention = Selectable<Tables['message_claim']>

/** More claims than anyone writes about in a single conversation. */
const maxMentions = 50

/** The claims that the messages of a conversation are about, oldest message first. */
export async function listMentions(db: Reader, memberId: string, threadId: string): Promise<Mention[]> {
  return db
    .selectFrom('message_claim')
    .selectAll()
    .where((eb) => eb.and({ member_id: memberId, thread_id: threadId }))
    .orderBy('sent_at')
    .limit(maxMentions)
    .execute()
}

/** The claim that a message is about; undefined without one. */
export async function findMention(db: Reader, memberId: string, messageId: string): Promise<Mention | undefined> {
  return db
    .selectFrom('message_claim')
    .selectAll()
    .where((eb) => eb.and({ member_id: memberId, message_id: messageId }))
    .executeTakeFirst()
}

/** The appeals of a claim in a member's messages, oldest first. */
export async function listAppeals(db: Reader, memberId: string, claimId: string): Promise<Mention[]> {
  return db
    .selectFrom('message_claim')
    .selectAll()
    .where((eb) => eb.and({ member_id: memberId, claim_id: claimId, appeal: true }))
    .orderBy('sent_at')
    .limit(maxMentions)
    .execute()
}

export async function insertMention(tx: Tx, mention: Mention): Promise<void> {
  await tx.insertInto('message_claim').values(mention).execute()
}
