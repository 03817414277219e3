import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type Attachment = Selectable<Tables['attachment']>

/** Identifies an attachment; a member's rows are stored together. */
export type AttachmentKey = Pick<Attachment, 'member_id' | 'attachment_id'>

export async function insert(
  tx: Tx,
  row: Pick<Attachment, 'member_id' | 'attachment_id' | 'account_id' | 'name' | 'type' | 'created_at'> &
    Pick<Attachment, 'client_attachment_id' | 'client_message_id'>,
): Promise<void> {
  await tx
    .insertInto('attachment')
    .values({ ...row, size: 0, state: 'uploading' })
    .execute()
}

export async function findByClientId(
  db: Reader,
  memberId: string,
  clientAttachmentId: string,
): Promise<Attachment | undefined> {
  return db
    .selectFrom('attachment')
    .selectAll()
    .where((eb) => eb.and({ member_id: memberId, client_attachment_id: clientAttachmentId }))
    .executeTakeFirst()
}

export async function find(db: Reader, memberId: string, attachmentId: string): Promise<Attachment | undefined> {
  return db
    .selectFrom('attachment')
    .selectAll()
    .where((eb) => eb.and({ member_id: memberId, attachment_id: attachmentId }))
    .executeTakeFirst()
}

/** Someone's unsent files, oldest first, including uploads under way. */
export async function listUnsent(
  db: Reader,
  owner: { readonly memberId: string; readonly accountId: string },
): Promise<Attachment[]> {
  return db
    .selectFrom('attachment')
    .selectAll()
    .where((eb) => eb.and({ member_id: owner.memberId, account_id: owner.accountId }))
    .where('message_id', 'is', null)
    .where('state', '<>', 'gone')
    .orderBy('attachment_id')
    .execute()
}

/** Bytes that someone has uploaded for a member since a moment, sent or not, except removed files. */
export async function countBytes(
  db: Reader,
  owner: { readonly memberId: string; readonly accountId: string },
  since: Date,
): Promise<number> {
  const row = await db
    .selectFrom('attachment')
    .select(sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'))
    .where((eb) => eb.and({ member_id: owner.memberId, account_id: owner.accountId }))
    .where('created_at', '>', since)
    .where('state', 'not in', ['gone', 'refused'])
    .executeTakeFirstOrThrow()
  return row.bytes
}

/** Files of messages, by message. */
export async function listSent(db: Reader, memberId: string, messageIds: readonly string[]): Promise<Attachment[]> {
  if (messageIds.length === 0) return []
  return db
    .selectFrom('attachment')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('message_id', 'in', messageIds)
    .orderBy('attachment_id')
    .execute()
}

/**
 * Whether a message is still in one of the member's folders, including the deleted messages; optionally only if its conversation began
 * without a form.
 */
export async function isInMailbox(
  db: Reader,
  {
    memberId,
    messageId,
    withForms,
  }: { readonly memberId: string; readonly messageId: string; readonly withForms: boolean },
): Promise<boolean> {
  const row = await db
    .selectFrom('message')
    .select('message_id')
    .where((eb) => eb.and({ member_id: memberId, message_id: messageId }))
    .where('purged_at', 'is', null)
    .$if(!withForms, (query) =>
      query.where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('member_form')
              .select('member_form.message_id')
              .whereRef('member_form.member_id', '=', 'message.member_id')
              .whereRef('member_form.thread_id', '=', 'message.thread_id'),
          ),
        ),
      ),
    )
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a message belongs to this conversation. */
export async function isOfThread(
  db: Reader,
  { memberId, messageId, threadId }: Readonly<Record<'memberId' | 'messageId' | 'threadId', string>>,
): Promise<boolean> {
  const row = await db
    .selectFrom('message')
    .select('message_id')
    .where((eb) => eb.and({ member_id: memberId, message_id: messageId, thread_id: threadId }))
    .executeTakeFirst()
  return row !== undefined
}

/** The owner's files among these, locked until the transaction ends. */
export async function lockOwn(
  tx: Tx,
  owner: { readonly memberId: string; readonly accountId: string },
  attachmentIds: readonly string[],
): Promise<Attachment[]> {
  if (attachmentIds.length === 0) return []
  return tx
    .selectFrom('attachment')
    .selectAll()
    .where((eb) => eb.and({ member_id: owner.memberId, account_id: owner.accountId }))
    .where('attachment_id', 'in', attachmentIds)
    .where('state', 'not in', ['uploading', 'gone'])
    .orderBy('attachment_id')
    .forUpdate()
    .execute()
}

/** Changes a row if it is in one of the given states; returns whether it did. */
export async function change(
  tx: Tx,
  { member_id, attachment_id }: AttachmentKey,
  from: readonly Attachment['state'][],
  to: Partial<
    Pick<
      Attachment,
      'state' | 'refusal' | 'size' | 'scan_at' | 'submitted_at' | 'message_id' | 'stored' | 'client_attachment_id'
    >
  >,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('attachment')
    .set(to)
    .where((eb) => eb.and({ member_id, attachment_id }))
    .where('state', 'in', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Leases the next file that waits for its scan until `leaseUntil`. Skips rows that another instance is leasing. */
export async function leaseScan(
  tx: Tx,
  { now, leaseUntil }: { readonly now: Date; readonly leaseUntil: Date },
): Promise<Attachment | undefined> {
  const { rows } = await sql<Attachment>`
    update attachment set scan_at = ${leaseUntil}, scan_attempts = scan_attempts + 1
    where (member_id, attachment_id) in (
      select member_id, attachment_id from attachment where state = 'scanning' and scan_at <= ${now}
      order by scan_at limit 1 for update skip locked)
    returning *`.execute(tx)
  return rows[0]
}

/** Makes all files that wait for the scanner due now, because it answers again. */
export async function scanAllNow(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('attachment')
    .set({ scan_at: now })
    .where('state', '=', 'scanning')
    .where('scan_attempts', '>', 0)
    .where('scan_at', '>', now)
    .execute()
}

/** Abandons incomplete uploads, and files that nobody sent in time or keeps in a draft. Returns which. */
export async function abandon(
  tx: Tx,
  before: { readonly uploadingBefore: Date; readonly unsentBefore: Date },
): Promise<Attachment[]> {
  const unsent = await tx
    .selectFrom('attachment')
    .select(['member_id', 'attachment_id'])
    .where('message_id', 'is', null)
    .where('state', '<>', 'gone')
    .where('created_at', '<', before.unsentBefore)
    .where(sql<boolean>`not ${inDraft}`)
    .execute()
  const kept = new Set(await listInForms(tx, unsent))
  const lost = unsent.flatMap(({ attachment_id }) => (kept.has(attachment_id) ? [] : attachment_id))
  return tx
    .updateTable('attachment')
    .set({ state: 'gone', client_attachment_id: null })
    .where('message_id', 'is', null)
    .where('state', '<>', 'gone')
    .where((eb) =>
      eb.or([
        eb('attachment_id', '=', sql<string>`any(${lost}::uuid[])`),
        eb.and([eb('state', '=', 'uploading'), eb('created_at', '<', before.uploadingBefore)]),
      ]),
    )
    .returningAll()
    .execute()
}

/** Which of these files a saved form keeps. */
async function listInForms(tx: Tx, files: readonly AttachmentKey[]): Promise<string[]> {
  const [members, ids] = [files.map(({ member_id }) => member_id), files.map(({ attachment_id }) => attachment_id)]
  const { rows } = await sql<{ id: string }>`select file.id
    from form_draft draft join unnest(${members}::uuid[], ${ids}::uuid[]) as file (member, id) on draft.member_id = file.member
    where jsonb_exists(draft.data -> 'attachmentIds', file.id::text)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Whether a saved message keeps the file. */
const inDraft = sql<boolean>`exists (
  select from message_draft draft where draft.member_id = attachment.member_id
    and jsonb_exists(draft.data -> 'attachmentIds', attachment.attachment_id::text)
  union all
  select from staff_draft draft where draft.account_id = attachment.account_id
    and jsonb_exists(draft.data -> 'attachmentIds', attachment.attachment_id::text))`

/** Files whose bytes must be deleted. */
export async function listToSweep(db: Reader, max: number): Promise<Attachment[]> {
  return db
    .selectFrom('attachment')
    .selectAll()
    .where('state', 'in', ['gone', 'refused'])
    .where('stored', '=', true)
    .orderBy('created_at')
    .limit(max)
    .execute()
}

/** Call when its bytes are gone: deletes the row of a file that nobody sees anymore; a refused file keeps its name. */
export async function noteSwept(tx: Tx, { member_id, attachment_id }: AttachmentKey): Promise<void> {
  const key = { member_id, attachment_id }
  await tx
    .deleteFrom('attachment')
    .where((eb) => eb.and(key))
    .where('state', '=', 'gone')
    .execute()
  await tx
    .updateTable('attachment')
    .set({ stored: false })
    .where((eb) => eb.and(key))
    .execute()
}
