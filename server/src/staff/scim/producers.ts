import { refuseScim, ScimError } from '@portico/rules/scim/error'
import type { ScimUser } from '@portico/rules/scim/user'
import type { Tx } from '../../platform/db/database.ts'
import { replaceAgencies } from '../../sales/agencies/provisioning.ts'
import { isNpnOfAnother } from './account-store.ts'
import type { Realm } from './caller.ts'

/**
 * Puts an agent where the provider says they work, and in no other place that sells the brand (OS-66). Throws 400 for an unknown agency
 * or region, and 409 for a number that another agent has.
 */
export async function settleAgencies(
  tx: Tx,
  { brand }: Realm,
  accountId: string,
  { npn, agencies, active }: ScimUser,
): Promise<void> {
  if (active && npn !== null && (await isNpnOfAnother(tx, npn, accountId)))
    throw new ScimError(409, 'uniqueness', 'Another agent has this NPN.')
  const isSettled = await replaceAgencies(tx, { accountId, brand }, active ? agencies : [])
  if (!isSettled) throw refuseScim('invalidValue', 'There is no such agency and region of this brand.')
}
