import type {
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
} from '@portico/contract/calls/account-security'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Database } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import { leaveUnchanged, refuseKeeping } from '../../platform/http/recorded.ts'
import type { AuditedHandler, PreparedHandler } from '../../platform/http/stages.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { atField } from './at-field.ts'
import type { AuthenticatorApps } from './authenticator-app.ts'
import { authenticatorSince, deleteAuthenticator } from './authenticator-store.ts'
import type { Codes } from './codes.ts'
import { forgetTrustedDevices } from './device-store.ts'
import { demandOwnFactor, noteFactorRemoved } from './factor-due.ts'
import { readOffered } from './offered.ts'
import { deleteRecoveryCodes } from './recovery-code-store.ts'
import type { RecoveryCodes } from './recovery-codes.ts'

/** Setting up and removing an authenticator app, with its recovery codes (RG-4). */
export interface Authenticators {
  /** Throws CallError CONFLICT if an app is already on, NOT-FOUND if the brand offers none. */
  readonly begin: PreparedHandler<typeof beginAuthenticator, string>
  /** Returns the recovery codes. Throws CallError FIELD-INVALID with CODE-WRONG, TOO-MANY-REQUESTS, or CONFLICT if no setup was begun. */
  readonly confirm: PreparedHandler<typeof confirmAuthenticator, void>
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
    confirm: {
      prepare: async ({ principal }, { now }) =>
        codes.reserveTry(principal.accountId, now).catch((error: unknown) => {
          throw atField('code', error)
        }),
      handle: async ({ principal, body }, { now }, tx) => {
        const { accountId } = principal
        await lockAccount(tx, accountId)
        await demandOwnFactor(tx, principal)
        const outcome = await apps.confirm(tx, accountId, body.code.replace(/\D/g, ''), now)
        if (outcome === 'none') throw new CallError('CONFLICT')
        if (outcome === 'wrong') return refuseKeeping(fieldError('code', 'CODE-WRONG'))
        await codes.succeed(tx, accountId)
        await sessions.clearFactorDue(tx, principal.sessionId)
        return { recoveryCodes: await recoveryCodes.renew(tx, accountId) }
      },
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
      // Of two sets created at the same time, the second replaces the first.
      await lockAccount(tx, principal.accountId)
      if ((await authenticatorSince(tx, principal.accountId)) === null) throw new CallError('CONFLICT')
      return { recoveryCodes: await recoveryCodes.renew(tx, principal.accountId) }
    },
  }
}
