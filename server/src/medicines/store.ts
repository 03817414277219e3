import { type Selectable, sql } from 'kysely'
import type { ClaimScope } from '../claims/people.ts'
import type { Reader } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type Prescription = Selectable<Tables['prescription']>
export type Dispense = Selectable<Tables['dispense']>
export type Authorization = Selectable<Tables['prior_authorization']>

/** More than any plan sends for one family, so that a faulty file cannot fill the page. */
const max = 2000

/** Limits a table of the medical record to what a claim scope may see. */
function isSeen(scope: ClaimScope) {
  const ids = scope.people.map(({ memberId }) => memberId)
  return sql<boolean>`(member_id = any(${ids}::uuid[]) and not withdrawn
    and (not sensitive or member_id = ${scope.sensitiveOf}::uuid))`
}

/** Prescriptions, newest first, without mere proposals. */
export async function listPrescriptions(db: Reader, scope: ClaimScope): Promise<Prescription[]> {
  return db
    .selectFrom('prescription')
    .selectAll()
    .where(isSeen(scope))
    .where((eb) => eb.or([eb('intent', 'is', null), eb('intent', 'not in', ['proposal', 'option'])]))
    .orderBy('written_on', (by) => by.desc().nullsLast())
    .orderBy('resource_id')
    .limit(max)
    .execute()
}

/** Fills that were picked up since a day, newest first. */
export async function listDispenses(db: Reader, scope: ClaimScope, since: string): Promise<Dispense[]> {
  const day = sql<string>`coalesce(handed_over_on, prepared_on)`
  return db
    .selectFrom('dispense')
    .selectAll()
    .where(isSeen(scope))
    .where((eb) => eb.or([eb('status', 'is', null), eb('status', 'in', ['completed', 'unknown'])]))
    .where(day, '>=', since)
    .orderBy(day, 'desc')
    .orderBy('resource_id')
    .limit(max)
    .execute()
}

/** Prior authorizations, newest first. */
export async function listAuthorizations(db: Reader, scope: ClaimScope): Promise<Authorization[]> {
  return db
    .selectFrom('prior_authorization')
    .selectAll()
    .where(isSeen(scope))
    .orderBy(sql`coalesce(decided_on, requested_on, begins)`, (by) => by.desc().nullsLast())
    .orderBy('resource_id')
    .limit(200)
    .execute()
}
