import { everyBrand } from '@portico/rules/brand/every'
import { type AppealProgram, appealAnswerDays } from '@portico/rules/claims/appeal'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Scope } from '../../identity/rights/scope.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Cursor } from '../../platform/http/cursor.ts'

export type ThreadWork = Selectable<Tables['thread_work']>
export type ThreadNote = Selectable<Tables['thread_note']>

const { commercial, medicaid } = appealAnswerDays
/**
 * Days within which an appeal must be decided: by the rules of the group that the claim names, or else of the strictest of the
 * patient's groups.
 */
const answerDays = sql<number>`case when exists (select from coverage own where own.member_id = claim.member_id
    and own.group_number = coalesce(claim.group_number, own.group_number) and own.is_nd_medicaid)
  then ${sql.lit(medicaid)} else ${sql.lit(commercial)} end`

/** Appeals that no decision has followed: a decision ends the appeals sent before it. */
const undecided = sql`(select mention.member_id, mention.thread_id, mention.sent_at, ${answerDays} as days from message_claim mention
  join claim on claim.member_id = mention.claim_member_id and claim.claim_id = mention.claim_id
  where mention.appeal and claim.state in ('denied', 'partly-denied')
    and (claim.processed_on is null or (mention.sent_at at time zone 'America/New_York')::date >= claim.processed_on))`
const decideAt = sql<Date>`(sent_at + make_interval(days => days))`

/** When the first of each conversation's appeals must be decided. */
export const undecidedAppeals = sql<{ member_id: string; thread_id: string; decide_at: Date }>`(
  select member_id, thread_id, min(${decideAt}) as decide_at from ${undecided} appeal group by 1, 2)`

/** The appeal in a conversation that must be decided first, and whose rules set its deadline. */
export interface SentAppeal {
  readonly sentAt: Date
  readonly program: AppealProgram
  readonly decideAt: Date
}

/** The appeals of some conversations; a conversation without an appeal to decide is absent. */
export async function readAppeals(
  db: Reader,
  works: readonly Pick<ThreadWork, 'member_id' | 'thread_id'>[],
): Promise<ReadonlyMap<string, SentAppeal>> {
  if (works.length === 0) return new Map()
  const { rows } = await sql<{ thread_id: string; sent_at: Date; days: number; decide_at: Date }>`
    select distinct on (thread_id) thread_id, sent_at, days, ${decideAt} as decide_at from ${undecided} appeal
    where thread_id = any(${works.map(({ thread_id }) => thread_id)}::uuid[])
      and member_id = any(${works.map(({ member_id }) => member_id)}::uuid[])
    order by thread_id, decide_at
  `.execute(db)
  return new Map(
    rows.map(({ thread_id, sent_at, days, decide_at }) => [
      thread_id,
      { sentAt: sent_at, program: days === medicaid ? 'medicaid' : 'commercial', decideAt: decide_at },
    ]),
  )
}

/** Conversations' work with everything that a line of a list shows, only for the brands of a scope. */
export function workIn(db: Reader, { brands }: Pick<Scope, 'brands'>) {
  const all = db
    .selectFrom('thread_work as work')
    .innerJoin('thread', (join) =>
      join.onRef('thread.member_id', '=', 'work.member_id').onRef('thread.thread_id', '=', 'work.thread_id'),
    )
    .innerJoin('member', 'member.member_id', 'work.member_id')
    .leftJoin('account as assignee', 'assignee.account_id', 'work.assignee_account_id')
    .selectAll('work')
    .select(['thread.subject', 'thread.sub_category_id', 'member.first_name', 'member.last_name'])
    .select(['assignee.first_name as assignee_first_name', 'assignee.last_name as assignee_last_name'])
  return brands === null ? all : all.where('work.brand', 'in', brands.length === 0 ? [''] : brands)
}

export type WorkLine = Awaited<ReturnType<ReturnType<typeof workIn>['execute']>>[number]

export async function findWork(db: Reader, scope: Scope, threadId: string): Promise<WorkLine | undefined> {
  return workIn(db, scope).where('work.thread_id', '=', threadId).executeTakeFirst()
}

/** The work of several conversations. Throws NOT-FOUND if one is of another brand. */
export async function requireWorks(db: Reader, scope: Scope, threadIds: readonly string[]): Promise<WorkLine[]> {
  const works = await workIn(db, scope).where('work.thread_id', 'in', threadIds).execute()
  if (works.length < threadIds.length) throw new CallError('NOT-FOUND')
  return works
}

/** Throws NOT-FOUND for a conversation of another brand, as if it did not exist. */
export async function requireWork(db: Reader, scope: Scope, threadId: string): Promise<WorkLine> {
  const work = await findWork(db, scope, threadId)
  if (work === undefined) throw new CallError('NOT-FOUND')
  return work
}

export async function findOwnWork(db: Reader, memberId: string, threadId: string): Promise<ThreadWork | undefined> {
  return db
    .selectFrom('thread_work')
    .selectAll()
    .where((eb) => eb.and({ member_id: memberId, thread_id: threadId }))
    .executeTakeFirst()
}

export async function saveWork(tx: Tx, work: ThreadWork): Promise<void> {
  const { member_id: _member, thread_id: _thread, ...changing } = work
  await tx
    .insertInto('thread_work')
    .values(work)
    .onConflict((conflict) => conflict.columns(['member_id', 'thread_id']).doUpdateSet(changing))
    .execute()
}

const answers = sql<boolean>`account.entitlements @> '["answer"]'`

/** Staff who may answer a brand's mail, by name. */
export async function listColleagues(db: Reader, brand: string) {
  return db
    .selectFrom('account')
    .innerJoin('staff_brand', 'staff_brand.account_id', 'account.account_id')
    .select(['account.account_id', 'first_name', 'last_name'])
    .where('account.role', '=', 'INTERNAL')
    .where(answers)
    .where('staff_brand.brand', 'in', [brand, everyBrand])
    .distinct()
    .orderBy('last_name')
    .orderBy('first_name')
    .execute()
}

/** Who may answer mail of some brands, by name, with a row for each of those brands, or for every brand. */
export async function listAllColleagues(db: Reader, brands: readonly string[], max: number) {
  return db
    .selectFrom('account')
    .innerJoin('staff_brand', 'staff_brand.account_id', 'account.account_id')
    .select(['account.account_id', 'first_name', 'last_name', 'staff_brand.brand'])
    .where('account.role', '=', 'INTERNAL')
    .where(answers)
    .where('staff_brand.brand', 'in', [...brands, everyBrand])
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('account.account_id')
    .limit(max)
    .execute()
}

/** The assignee of a conversation; null if they may no longer answer its brand's mail. */
export async function presentAssignee(db: Reader, work: Pick<ThreadWork, 'assignee_account_id' | 'brand'> | undefined) {
  if (work === undefined || work.assignee_account_id === null) return null
  const row = await db
    .selectFrom('staff_brand')
    .innerJoin('account', 'account.account_id', 'staff_brand.account_id')
    .select('account.account_id')
    .where('account.account_id', '=', work.assignee_account_id)
    .where(answers)
    .where('staff_brand.brand', 'in', [work.brand, everyBrand])
    .executeTakeFirst()
  return row?.account_id ?? null
}

type ThreadKey = Pick<ThreadWork, 'member_id' | 'thread_id'>

/** The newest notes of a conversation before a position, latest first. */
export async function listNotes(
  db: Reader,
  work: ThreadKey,
  before: Cursor | null,
  max: number,
): Promise<ThreadNote[]> {
  return notesIn(db, work, before)
    .selectAll()
    .orderBy('written_at', 'desc')
    .orderBy('note_id', 'desc')
    .limit(max)
    .execute()
}

export async function countNotes(db: Reader, work: ThreadKey, before: Cursor): Promise<number> {
  const row = await notesIn(db, work, before)
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow()
  return row.found
}

function notesIn(db: Reader, { member_id, thread_id }: ThreadKey, before: Cursor | null) {
  return db
    .selectFrom('thread_note')
    .where((eb) => eb.and({ member_id, thread_id }))
    .$if(before !== null, (query) =>
      query.where(sql<boolean>`(written_at, note_id) < (${before?.at}, ${before?.id}::uuid)`),
    )
}

export async function findNote(db: Reader, memberId: string, clientMessageId: string): Promise<ThreadNote | undefined> {
  return db
    .selectFrom('thread_note')
    .selectAll()
    .where((eb) => eb.and({ member_id: memberId, client_message_id: clientMessageId }))
    .executeTakeFirst()
}

export async function insertNote(tx: Tx, note: ThreadNote): Promise<void> {
  await tx.insertInto('thread_note').values(note).execute()
}

export async function insertDeskEvent(tx: Tx, event: Insertable<Tables['desk_event']>): Promise<void> {
  await tx.insertInto('desk_event').values(event).execute()
}
