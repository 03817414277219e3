import type { GrantEnd } from '@portico/rules/apps/grant'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { dropTokens } from './token-store.ts'

export type Grant = Selectable<Tables['app_grant']>

/**
 * What decides whether a grant is still rightful: whose data it covers, since when, and what is known about them; null: they are deleted.
 */
export type JudgedGrant = Pick<Grant, 'member_id' | 'whose' | 'changed_at'> & {
  readonly date_of_birth: string | null
  readonly chip: boolean | null
}

/** A grant that has not ended. */
export function findGrant(db: Reader, grantId: string, now: Date): Promise<HeldGrant | undefined> {
  return selectHeld(db)
    .where('grant_id', '=', grantId)
    .where('app_grant.ended_at', 'is', null)
    .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', now)]))
    .executeTakeFirst()
}

/**
 * Stores a grant. If the account has already given one to the same app for the same person's data, changes that one instead: its tokens
 * stay valid for what they may read now.
 */
export async function keepGrant(
  tx: Tx,
  grant: Insertable<Tables['app_grant']> & { readonly changed_at: Date },
): Promise<{ readonly grant: Grant; readonly isNew: boolean }> {
  const before = await tx
    .selectFrom('app_grant')
    .select('grant_id')
    .where((is) => is.and({ account_id: grant.account_id, client_id: grant.client_id, member_id: grant.member_id }))
    .where('ended_at', 'is', null)
    .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', grant.changed_at)]))
    .orderBy('grant_id')
    .forUpdate()
    .executeTakeFirst()
  if (before === undefined) {
    const made = await tx.insertInto('app_grant').values(grant).returningAll().executeTakeFirstOrThrow()
    return { grant: made, isNew: true }
  }
  const { grant_id: _, began_at: __, ...changed } = grant
  const query = tx.updateTable('app_grant').set({ ...changed, told_at: null })
  const now = await query.where('grant_id', '=', before.grant_id).returningAll().executeTakeFirstOrThrow()
  return { grant: now, isNew: false }
}

/** Whether an account has given a grant, even one that has ended. */
export async function findOwnGrant(db: Reader, accountId: string, grantId: string): Promise<boolean> {
  const own = db
    .selectFrom('app_grant')
    .select('grant_id')
    .where((is) => is.and({ account_id: accountId, grant_id: grantId }))
  return (await own.executeTakeFirst()) !== undefined
}

/** Grants that an account has given, newest first; ended ones only if they ended after a moment. */
export function listGrants(db: Reader, accountId: string, endedAfter: Date): Promise<Grant[]> {
  return db
    .selectFrom('app_grant')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((is) => is.or([is('ended_at', 'is', null), is('ended_at', '>', endedAfter)]))
    .orderBy('began_at', 'desc')
    .limit(200)
    .execute()
}

/** Number of days on which apps have read data, by grant. */
export async function countDays(db: Reader, grantIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (grantIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('app_transfer')
    .select((of) => ['grant_id', of.fn.countAll<string>().as('days')])
    .where('grant_id', 'in', grantIds)
    .groupBy('grant_id')
    .execute()
  return new Map(rows.map(({ grant_id, days }) => [grant_id, Number(days)]))
}

/** Grants that have ended, or that end before a moment and whose people have not been told yet. */
export function listEnding(db: Reader, now: Date, before: Date): Promise<Pick<Grant, 'grant_id' | 'ends_at'>[]> {
  return db
    .selectFrom('app_grant')
    .select(['grant_id', 'ends_at'])
    .where('ended_at', 'is', null)
    .where('ends_at', '<', before)
    .where((is) => is.or([is('told_at', 'is', null), is('ends_at', '<=', now)]))
    .orderBy('ends_at')
    .limit(1000)
    .execute()
}

/** Grants that may have lost their basis: for other people's data through a plan's file, for a child's through a birthday or a rule. */
export function listDoubtful(db: Reader): Promise<HeldGrant[]> {
  const wasYoung = sql<boolean>`member.date_of_birth > app_grant.changed_at - interval '15 years'`
  return selectHeld(db)
    .where('app_grant.ended_at', 'is', null)
    .where((is) => is.or([is('whose', '!=', 'own'), wasYoung]))
    .execute()
}

/** A grant with what decides whether it is still rightful, and the account's own member. */
type HeldGrant = Grant & JudgedGrant & { readonly own_member_id: string | null }

function selectHeld(db: Reader) {
  return db
    .selectFrom('app_grant')
    .innerJoin('account', 'account.account_id', 'app_grant.account_id')
    .leftJoin('member', 'member.member_id', 'app_grant.member_id')
    .selectAll('app_grant')
    .select(['account.member_id as own_member_id', 'member.date_of_birth', 'member.chip'])
}

/** False if another instance did it first. */
export async function markTold(tx: Tx, grantId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app_grant')
    .set({ told_at: now })
    .where('grant_id', '=', grantId)
    .where('told_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Ends open grants, with all their tokens; returns the grants that it has ended. */
export async function endGrants(
  tx: Tx,
  which: {
    readonly grantId?: string
    readonly accountId?: string
    readonly memberId?: string
    readonly clientId?: string
  },
  { reason, now }: { readonly reason: GrantEnd; readonly now: Date },
): Promise<Grant[]> {
  const { grantId, accountId, memberId, clientId } = which
  let open = tx.selectFrom('app_grant').select('grant_id').where('ended_at', 'is', null)
  if (grantId !== undefined) open = open.where('grant_id', '=', grantId)
  if (accountId !== undefined) open = open.where('account_id', '=', accountId)
  if (memberId !== undefined) open = open.where('member_id', '=', memberId)
  if (clientId !== undefined) open = open.where('client_id', '=', clientId)
  const ids = (await open.orderBy('grant_id').forUpdate().execute()).map(({ grant_id }) => grant_id)
  if (ids.length === 0) return []
  const ended = await tx
    .updateTable('app_grant')
    .set({ ended_at: now, ended_reason: reason })
    .where('grant_id', 'in', ids)
    .returningAll()
    .execute()
  await dropTokens(tx, ids)
  return ended
}
