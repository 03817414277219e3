import { internalAgency } from '@portico/rules/agencies/entitlements'
import { everyBrand } from '@portico/rules/brand/every'
import type { Entitlement } from '@portico/rules/staff/entitlements'
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export interface AgencyRow {
  readonly agencyId: string
  readonly agencyName: string
  readonly region: string
  readonly regionName: string
  readonly state: string | null
  readonly brand: string
  readonly ofAgency: readonly string[]
  readonly ofAgent: readonly string[]
}

const selectRegions = (db: Reader) =>
  db
    .selectFrom('agency_region')
    .innerJoin('agency', 'agency.agency_id', 'agency_region.agency_id')
    .select([
      'agency_region.agency_id as agencyId',
      'agency.name as agencyName',
      'agency_region.region',
      'agency_region.name as regionName',
      'agency_region.state',
      'agency_region.brand',
      'agency.entitlements as ofAgency',
    ])
    .orderBy('agency.name')
    .orderBy('agency_region.region')

/** The agencies and regions of an agent, with their entitlements in each. */
export function listOwnAgencies(db: Reader, accountId: string): Promise<AgencyRow[]> {
  return selectRegions(db)
    .innerJoin('agency_agent', (join) =>
      join
        .onRef('agency_agent.agency_id', '=', 'agency_region.agency_id')
        .onRef('agency_agent.region', '=', 'agency_region.region'),
    )
    .select('agency_agent.entitlements as ofAgent')
    .where('agency_agent.account_id', '=', accountId)
    .execute()
}

/** The regions of internal staff's agency that sell one of their brands: there, staff may do whatever the agency may (AG-1). */
export async function listInternalAgency(db: Reader, accountId: string): Promise<AgencyRow[]> {
  const rows = await selectRegions(db)
    .where('agency_region.agency_id', '=', internalAgency)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('staff_brand')
          .innerJoin('account', 'account.account_id', 'staff_brand.account_id')
          .select('staff_brand.brand')
          .where('staff_brand.account_id', '=', accountId)
          .where(sql<SqlBool>`account.entitlements @> ${JSON.stringify(['answer' satisfies Entitlement])}`)
          .where(({ eb, or }) =>
            or([eb('staff_brand.brand', '=', everyBrand), eb('staff_brand.brand', '=', eb.ref('agency_region.brand'))]),
          ),
      ),
    )
    .execute()
  return rows.map((row) => ({ ...row, ofAgent: row.ofAgency }))
}

export async function findChoice(
  db: Reader,
  sessionId: string,
): Promise<{ readonly agencyId: string; readonly region: string } | null> {
  const row = await db
    .selectFrom('agency_choice')
    .select(['agency_id as agencyId', 'region'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row ?? null
}

export async function writeChoice(tx: Tx, choice: Insertable<Tables['agency_choice']>): Promise<void> {
  const { session_id: _, ...chosen } = choice
  await tx
    .insertInto('agency_choice')
    .values(choice)
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(chosen))
    .execute()
}

/** Moves a session's choice to the session that continues it. */
export async function moveChoice(tx: Tx, from: string, to: string): Promise<void> {
  await tx.updateTable('agency_choice').set({ session_id: to }).where('session_id', '=', from).execute()
}

export type PreferenceRow = Selectable<Tables['agency_preference']>

export async function findPreference(db: Reader, accountId: string): Promise<PreferenceRow | undefined> {
  return db.selectFrom('agency_preference').selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

export async function writePreference(tx: Tx, row: Insertable<Tables['agency_preference']>): Promise<void> {
  const { account_id: _, ...saved } = row
  await tx
    .insertInto('agency_preference')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(saved))
    .execute()
}

export async function findAgent(
  db: Reader,
  accountId: string,
): Promise<
  | {
      readonly firstName: string
      readonly lastName: string
      readonly npn: string | null
      readonly ffmId: string | null
    }
  | undefined
> {
  return db
    .selectFrom('account')
    .select(['first_name as firstName', 'last_name as lastName', 'npn', 'ffm_id as ffmId'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** An agency's entitlements, and those of an agent in a region; null if they are not an agent there. */
export function findGiven(
  db: Reader,
  { accountId, agencyId, region }: { readonly accountId: string; readonly agencyId: string; readonly region: string },
): Promise<{ readonly ofAgency: string[]; readonly ofAgent: string[] | null } | undefined> {
  return db
    .selectFrom('agency')
    .leftJoin('agency_agent', (join) =>
      join
        .onRef('agency_agent.agency_id', '=', 'agency.agency_id')
        .on('agency_agent.account_id', '=', accountId)
        .on('agency_agent.region', '=', region),
    )
    .select(['agency.entitlements as ofAgency', 'agency_agent.entitlements as ofAgent'])
    .where('agency.agency_id', '=', agencyId)
    .executeTakeFirst()
}

/** Whether someone is an agent of an agency and region. */
export async function isAgent(
  db: Reader,
  accountId: string,
  { agencyId, region }: { readonly agencyId: string; readonly region: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('agency_agent')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('agency_id', '=', agencyId)
    .where('region', '=', region)
    .executeTakeFirst()
  return row !== undefined
}

export function listAppointments(db: Reader, accountId: string): Promise<Selectable<Tables['agent_appointment']>[]> {
  return db
    .selectFrom('agent_appointment')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('state')
    .orderBy('line')
    .orderBy('begins')
    .limit(500)
    .execute()
}

export function listTrainings(db: Reader, accountId: string): Promise<Selectable<Tables['agent_training']>[]> {
  return db
    .selectFrom('agent_training')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('line')
    .orderBy('name')
    .orderBy('training_id')
    .limit(500)
    .execute()
}
