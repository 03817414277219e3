import type { AppealProgram } from '@portico/rules/claims/appeal'
import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { ClaimScope } from '../claims/people.ts'
import { selectProgram } from '../claims/program-statement.ts'

export type Prescription = Selectable<Tables['prescription']>
export type Dispense = Selectable<Tables['dispense']>
/** A request with the program whose rules its appeal follows. */
export type Authorization = Selectable<Tables['prior_authorization']> & { readonly program: AppealProgram }

/** More than any plan sends for one family, so that a faulty file cannot fill the page. */
const max = 2000

/** Limits a table of the medical record to a scope's people. */
function isOfPeople(scope: ClaimScope) {
  const ids = scope.people.map(({ memberId }) => memberId)
  return sql<boolean>`(member_id = any(${ids}::uuid[]) and not withdrawn)`
}

/** Prescriptions of a scope's people, newest first, without mere proposals, but including those that the scope may not see. */
export async function listPrescriptions(db: Reader, scope: ClaimScope): Promise<Prescription[]> {
  return db
    .selectFrom('prescription')
    .selectAll()
    .where(isOfPeople(scope))
    .where((eb) => eb.or([eb('intent', 'is', null), eb('intent', 'not in', ['proposal', 'option'])]))
    .orderBy('written_on', (by) => by.desc().nullsLast())
    .orderBy('resource_id')
    .limit(max)
    .execute()
}

/** Fills that a scope's people have picked up since a day, newest first, including those that the scope may not see. */
export async function listDispenses(db: Reader, scope: ClaimScope, since: string): Promise<Dispense[]> {
  const day = sql<string>`coalesce(handed_over_on, prepared_on)`
  return db
    .selectFrom('dispense')
    .selectAll()
    .where(isOfPeople(scope))
    .where((eb) => eb.or([eb('status', 'is', null), eb('status', 'in', ['completed', 'unknown'])]))
    .where(day, '>=', since)
    .orderBy(day, 'desc')
    .orderBy('resource_id')
    .limit(max)
    .execute()
}

/** Prior authorizations that a scope may see, newest first. */
export async function listAuthorizations(db: Reader, scope: ClaimScope): Promise<Authorization[]> {
  return db
    .selectFrom('prior_authorization')
    .selectAll('prior_authorization')
    .select(selectProgram('prior_authorization'))
    .where(isOfPeople(scope))
    .where(sql<boolean>`(not sensitive or member_id = ${scope.sensitiveOf}::uuid)`)
    .orderBy(sql`coalesce(decided_on, requested_on, begins)`, (by) => by.desc().nullsLast())
    .orderBy('resource_id')
    .limit(200)
    .execute()
}
