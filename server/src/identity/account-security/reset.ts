import type { Tx } from '../../platform/db/database.ts'
import { deleteAuthenticator } from './authenticator-store.ts'
import { forgetTrustedDevices } from './device-store.ts'
import { deletePasskeys } from './passkey-store.ts'
import { deleteRecoveryCodes } from './recovery-code-store.ts'

/** Removes all of the person's authentication methods except the password. */
export async function removeSecondFactors(tx: Tx, accountId: string): Promise<void> {
  await deleteAuthenticator(tx, accountId)
  await deleteRecoveryCodes(tx, accountId)
  await deletePasskeys(tx, accountId)
  await forgetTrustedDevices(tx, accountId)
}
