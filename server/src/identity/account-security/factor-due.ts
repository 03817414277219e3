import type { Reader, Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Principal, SessionPrincipal } from '../../platform/http/principal.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { authenticatorSince } from './authenticator-store.ts'
import { listPasskeys } from './passkey-store.ts'

/** Staff must have a second factor: an authenticator app, or a passkey (AD-2). */
export interface StaffFactorRule {
  readonly sessions: Pick<Sessions, 'setFactorDue'>
  readonly staffSecondFactor: boolean
}

/** Whether an account has an authenticator app or a passkey. */
export async function hasSecondFactor(db: Reader, accountId: string): Promise<boolean> {
  return (await authenticatorSince(db, accountId)) !== null || (await listPasskeys(db, accountId)).length > 0
}

/**
 * Throws STEP-UP-REQUIRED if the session was opened with only the password although the account has a second factor: someone who knows only
 * the password must not add a factor of their own.
 */
export async function demandOwnFactor(db: Reader, { accountId, factorDue }: SessionPrincipal): Promise<void> {
  if (factorDue && (await hasSecondFactor(db, accountId))) throw new CallError('STEP-UP-REQUIRED')
}

/** Call it, with the account locked, after removing a second factor: staff with none left must set one up before anything else. */
export async function noteFactorRemoved(
  tx: Tx,
  { sessions, staffSecondFactor }: StaffFactorRule,
  { accountId, role }: Principal,
): Promise<void> {
  if (staffSecondFactor && role === 'INTERNAL' && !(await hasSecondFactor(tx, accountId)))
    await sessions.setFactorDue(tx, accountId)
}
