import type { AgencyEntitlement } from '@portico/rules/agencies/entitlements'
import type { Tx } from '../../platform/db/database.ts'
import { leaveAgencies, listRegions, type Place, storeAgency } from './provisioning-store.ts'

/**
 * Lets someone work in these agency regions, and in no others that sell a brand (OS-66). False, and the caller must keep nothing, if
 * one of them does not sell the brand.
 */
export async function replaceAgencies(
  tx: Tx,
  { accountId, brand }: { readonly accountId: string; readonly brand: string },
  agencies: readonly (Place & { readonly entitlements: readonly AgencyEntitlement[] })[],
): Promise<boolean> {
  await leaveAgencies(tx, accountId, brand)
  const regions = agencies.length === 0 ? [] : await listRegions(tx, brand)
  const isSold = (place: Place) =>
    regions.some(({ agencyId, region }) => agencyId === place.agencyId && region === place.region)
  if (!agencies.every(isSold)) return false
  for (const agency of agencies) await storeAgency(tx, accountId, agency)
  return true
}
