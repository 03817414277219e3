import { createHash } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { easternDay } from '../../platform/day.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** The most records of shown entries, and of reports, in one answer. */
const maxTold = 20

interface NamedProvider {
  readonly provider_id: string
  readonly name: string
}

/** The providers that a member saved, latest first. */
export function listSaved(db: Reader, memberId: string): Promise<NamedProvider[]> {
  return db
    .selectFrom('saved_provider')
    .select(['provider_id', 'name'])
    .where('member_id', '=', memberId)
    .orderBy('saved_at', 'desc')
    .orderBy('provider_id')
    .execute()
}

export async function hasSaved(db: Reader, memberId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('saved_provider')
    .select('provider_id')
    .where('member_id', '=', memberId)
    .limit(1)
    .execute()
  return rows.length > 0
}

export async function listSavedIds(db: Reader, memberId: string): Promise<string[]> {
  const rows = await db.selectFrom('saved_provider').select('provider_id').where('member_id', '=', memberId).execute()
  return rows.map(({ provider_id }) => provider_id)
}

export async function insertSaved(tx: Tx, saved: Insertable<Tables['saved_provider']>): Promise<void> {
  await tx.insertInto('saved_provider').values(saved).execute()
}

export async function deleteSaved(tx: Tx, memberId: string, providerId: string): Promise<void> {
  await tx
    .deleteFrom('saved_provider')
    .where('member_id', '=', memberId)
    .where('provider_id', '=', providerId)
    .execute()
}

export function findPrimaryCare(
  db: Reader,
  memberId: string,
): Promise<(NamedProvider & { readonly chosen_at: Date }) | undefined> {
  return db
    .selectFrom('primary_care_choice')
    .select(['provider_id', 'name', 'chosen_at'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
}

export async function writePrimaryCare(
  tx: Tx,
  { member_id, ...row }: Insertable<Tables['primary_care_choice']>,
): Promise<void> {
  await tx
    .insertInto('primary_care_choice')
    .values({ member_id, ...row })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(row))
    .execute()
}

export async function deletePrimaryCare(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('primary_care_choice').where('member_id', '=', memberId).execute()
}

export function findReport(db: Reader, memberId: string, reportId: string) {
  return db
    .selectFrom('directory_report')
    .select('due_on')
    .where('member_id', '=', memberId)
    .where('report_id', '=', reportId)
    .executeTakeFirst()
}

/** Reports that nobody has settled yet. */
export async function countOpenReports(db: Reader, memberId: string): Promise<number> {
  const rows = await db
    .selectFrom('directory_report')
    .select('report_id')
    .where('member_id', '=', memberId)
    .where('outcome', 'is', null)
    .execute()
  return rows.length
}

export async function insertReport(tx: Tx, report: Insertable<Tables['directory_report']>): Promise<void> {
  await tx.insertInto('directory_report').values(report).execute()
}

/** A member's reports since a moment, newest first. */
export function listReports(db: Reader, memberId: string, since: Date) {
  return db
    .selectFrom('directory_report')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('reported_at', '>', since)
    .orderBy('reported_at', 'desc')
    .limit(maxTold)
    .execute()
}

/** Records what a member saw of a provider, once a day unless it changes. */
export async function keepShown(
  tx: Tx,
  {
    memberId,
    providerId,
    content,
  }: { readonly memberId: string; readonly providerId: string; readonly content: string },
  now: Date,
): Promise<void> {
  const hash = createHash('sha256')
    .update(`${easternDay(now)} ${content}`)
    .digest()
  const last = await tx
    .selectFrom('provider_shown')
    .select('content_hash')
    .where('member_id', '=', memberId)
    .where('provider_id', '=', providerId)
    .orderBy('shown_at', 'desc')
    .executeTakeFirst()
  if (last?.content_hash.equals(hash)) return
  const row = { member_id: memberId, shown_id: uuidv7(), provider_id: providerId, shown_at: now }
  await tx
    .insertInto('provider_shown')
    .values({ ...row, content, content_hash: hash })
    .execute()
}

/** The last records of what a member saw of a provider, each with the total. */
export function listShown(db: Reader, memberId: string, providerId: string) {
  return db
    .selectFrom('provider_shown')
    .select(['shown_at', 'content', sql<number>`count(*) over ()::int`.as('total')])
    .where('member_id', '=', memberId)
    .where('provider_id', '=', providerId)
    .orderBy('shown_at', 'desc')
    .limit(maxTold)
    .execute()
}
