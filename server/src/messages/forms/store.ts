import type { FormKind } from '@portico/rules/forms/kinds'
import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type FormDraft = Selectable<Tables['form_draft']>
export type SentForm = Selectable<Tables['member_form']>

export async function findDraft(db: Reader, memberId: string, kind: FormKind): Promise<FormDraft | undefined> {
  return db
    .selectFrom('form_draft')
    .selectAll()
    .where((eb) => eb.and({ member_id: memberId, kind }))
    .executeTakeFirst()
}

/** More than the number of form kinds. */
const maxDrafts = 50

export async function listDrafts(db: Reader, memberId: string): Promise<Pick<FormDraft, 'kind' | 'saved_at'>[]> {
  return db
    .selectFrom('form_draft')
    .select(['kind', 'saved_at'])
    .where('member_id', '=', memberId)
    .orderBy('saved_at', 'desc')
    .limit(maxDrafts)
    .execute()
}

/** Whether a draft has the same data, whatever the order of keys. */
export async function holdsData(tx: Tx, draft: FormDraft, data: string): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select data = ${data}::jsonb as same from form_draft
    where member_id = ${draft.member_id} and kind = ${draft.kind}`.execute(tx)
  return rows[0]?.same === true
}

export async function writeDraft(tx: Tx, draft: Omit<FormDraft, 'data'> & { readonly data: string }): Promise<void> {
  const { member_id: _member, kind: _kind, ...changing } = draft
  await tx
    .insertInto('form_draft')
    .values(draft)
    .onConflict((conflict) => conflict.columns(['member_id', 'kind']).doUpdateSet(changing))
    .execute()
}

/** Returns whether there was a draft. */
export async function deleteDraft(tx: Tx, memberId: string, kind: FormKind): Promise<boolean> {
  const result = await tx
    .deleteFrom('form_draft')
    .where((eb) => eb.and({ member_id: memberId, kind }))
    .executeTakeFirstOrThrow()
  return Number(result.numDeletedRows) === 1
}

export async function insertForm(tx: Tx, form: Omit<SentForm, 'document'> & { readonly document: string }) {
  await tx.insertInto('member_form').values(form).execute()
}

/** The form that was sent under an id from the page. */
export async function findByClientId(
  db: Reader,
  memberId: string,
  clientFormId: string,
): Promise<SentForm | undefined> {
  return db
    .selectFrom('member_form')
    .selectAll()
    .where((eb) => eb.and({ member_id: memberId, client_form_id: clientFormId }))
    .executeTakeFirst()
}

export async function findForm(db: Reader, memberId: string, messageId: string): Promise<SentForm | undefined> {
  return db
    .selectFrom('member_form')
    .selectAll()
    .where((eb) => eb.and({ member_id: memberId, message_id: messageId }))
    .executeTakeFirst()
}

/** The form that began a conversation; undefined if none did. */
export async function findFormOfThread(db: Reader, memberId: string, threadId: string): Promise<SentForm | undefined> {
  return db
    .selectFrom('member_form')
    .selectAll()
    .where((eb) => eb.and({ member_id: memberId, thread_id: threadId }))
    .executeTakeFirst()
}

/** Which of a member's conversations began with a form. */
export async function listThreadsWithForm(
  db: Reader,
  memberId: string,
  threadIds: readonly string[],
): Promise<string[]> {
  if (threadIds.length === 0) return []
  const rows = await db
    .selectFrom('member_form')
    .select('thread_id')
    .where('member_id', '=', memberId)
    .where('thread_id', 'in', threadIds)
    .execute()
  return rows.map(({ thread_id }) => thread_id)
}

/** The most forms that a member's list shows. */
const maxSent = 200

/** A member's sent forms, newest first, with staff's work on them. */
export async function listSent(db: Reader, memberId: string, messageId?: string) {
  return db
    .selectFrom('member_form as form')
    .innerJoin('thread_work as work', (join) =>
      join.onRef('work.member_id', '=', 'form.member_id').onRef('work.thread_id', '=', 'form.thread_id'),
    )
    .select(['form.message_id', 'form.thread_id', 'form.kind', 'form.receipt', 'form.sent_at'])
    .select(sql<string | null>`form.document #>> '{about,name}'`.as('about'))
    .select(['work.state', 'work.assignee_account_id', 'work.due_at', 'work.changed_at'])
    .where('form.member_id', '=', memberId)
    .$if(messageId !== undefined, (query) => query.where('form.message_id', '=', messageId ?? ''))
    .orderBy('form.sent_at', 'desc')
    .orderBy('form.message_id', 'desc')
    .limit(maxSent)
    .execute()
}
