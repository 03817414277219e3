import type { AgencyEntitlement } from '@portico/rules/agencies/entitlements'
import type { Reader, Tx } from '../../platform/db/database.ts'

export interface Place {
  readonly agencyId: string
  readonly region: string
}

/** The agency regions that sell a brand. */
export function listRegions(db: Reader, brand: string): Promise<Place[]> {
  return db.selectFrom('agency_region').select(['agency_id as agencyId', 'region']).where('brand', '=', brand).execute()
}

/** Removes someone from every agency region that sells a brand. */
export async function leaveAgencies(tx: Tx, accountId: string, brand: string): Promise<void> {
  await tx
    .deleteFrom('agency_agent')
    .where('account_id', '=', accountId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('agency_region')
          .select('agency_region.region')
          .whereRef('agency_region.agency_id', '=', 'agency_agent.agency_id')
          .whereRef('agency_region.region', '=', 'agency_agent.region')
          .where('agency_region.brand', '=', brand),
      ),
    )
    .execute()
}

/** Lets someone work in an agency's region; what they may do there is limited to what the agency may do. */
export async function storeAgency(
  tx: Tx,
  accountId: string,
  { agencyId, region, entitlements }: Place & { readonly entitlements: readonly AgencyEntitlement[] },
): Promise<void> {
  await tx
    .insertInto('agency_agent')
    .values({ account_id: accountId, agency_id: agencyId, region, entitlements: JSON.stringify(entitlements) })
    .execute()
}

/** Agents whose accounts a file opened and who have no link yet for choosing a password, locked. */
export function holdUninvited(tx: Tx, max: number) {
  return tx
    .selectFrom('account')
    .select(['account_id', 'login_id', 'email', 'brand'])
    .where('invitation_due', '=', true)
    .orderBy('account_id')
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute()
}

export async function noteInvited(tx: Tx, accountId: string, storeId: string): Promise<void> {
  await tx
    .updateTable('account')
    .set({ invitation_due: false, preferred_store: storeId })
    .where('account_id', '=', accountId)
    .execute()
}
