import type {
  beginAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
} from '@portico/contract/calls/account-security'
import type { BrandService } from '../../brands/brand/service.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Database } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import type { AuditedHandler, PreparedHandler } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { SessionPrincipal } from '../../platform/http/principal.ts'
import { leaveUnchanged } from '../../platform/http/recorded.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { atField } from './at-field.ts'
import { type AuthenticatorApps, authenticatorSince, deleteAuthenticator } from './authenticator-app.ts'
import type { Codes } from './codes.ts'
import { demandOwnFactor, noteFactorRemoved } from './factor-due.ts'
import { readOffered } from './offered.ts'
import { deleteRecoveryCodes, type RecoveryCodes } from './recovery-codes.ts'
import { forgetTrustedDevices } from './trusted-devices.ts'

/** Setting up and removing an authenticator app, with its recovery codes (RG-4). */
export interface Authenticators {
  /** Throws CallError CONFLICT if an app is on already, NOT-FOUND if the brand offers none. */
  readonly begin: PreparedHandler<typeof beginAuthenticator, string>
  /** Returns the recovery codes. Throws CallError FIELD-INVALID with CODE-WRONG, TOO-MANY-REQUESTS, or CONFLICT if none was begun. */
  confirm(principal: SessionPrincipal, code: string, context: CallContext): Promise<string[]>
  /** Removes the app with its recovery codes and remembered devices; returns whether there was one. */
  readonly remove: AuditedHandler<typeof removeAuthenticator>
  /** Throws CallError CONFLICT if no app is on. */
  readonly renewRecoveryCodes: AuditedHandler<typeof renewRecoveryCodes>
}

export function createAuthenticators(parts: {
  readonly database: Database
  readonly apps: AuthenticatorApps
  readonly recoveryCodes: RecoveryCodes
  readonly codes: Codes
  readonly brands: BrandService
  readonly sessions: Pick<Sessions, 'setFactorDue' | 'clearFactorDue'>
  readonly staffSecondFactor: boolean
}): Authenticators {
  const { database, apps, recoveryCodes, codes, brands, sessions } = parts
  return {
    begin: {
      prepare: async ({ principal }, { language }) => {
        const { brand } = principal
        await demandOwnFactor(database.read, principal)
        if (!(await readOffered(database.read, brand)).authenticator) throw new CallError('NOT-FOUND')
        return brands.requireLoaded(brand).texts[language].name
      },
      handle: async ({ principal }, { now }, tx, issuer) => {
        const begun = await apps.begin(tx, principal, issuer, now)
        if (begun === null) throw new CallError('CONFLICT')
        return begun
      },
    },
    confirm: (principal, typed, context) => {
      const { accountId } = principal
      const judged = codes.judgeCode(accountId, context.now, async (tx) => {
        await lockAccount(tx, accountId)
        await demandOwnFactor(tx, principal)
        const outcome = await apps.confirm(tx, accountId, typed.replace(/\D/g, ''), context.now)
        if (outcome === 'none') throw new CallError('CONFLICT')
        if (outcome === 'wrong') return null
        await sessions.clearFactorDue(tx, principal.sessionId)
        await audit(tx, principal, { action: 'authenticator.on' }, context)
        return recoveryCodes.renew(tx, accountId)
      })
      return judged.catch((error: unknown) => {
        throw atField('code', error)
      })
    },
    remove: async ({ principal }, _context, tx) => {
      const { accountId } = principal
      await lockAccount(tx, accountId)
      const removed = await deleteAuthenticator(tx, accountId)
      await deleteRecoveryCodes(tx, accountId)
      await forgetTrustedDevices(tx, accountId)
      await noteFactorRemoved(tx, parts, principal)
      return removed ? { removed } : leaveUnchanged({ removed })
    },
    renewRecoveryCodes: async ({ principal }, _context, tx) => {
      // Of two sets made at the same moment, the second replaces the first.
      await lockAccount(tx, principal.accountId)
      if ((await authenticatorSince(tx, principal.accountId)) === null) throw new CallError('CONFLICT')
      return { recoveryCodes: await recoveryCodes.renew(tx, principal.accountId) }
    },
  }
}
