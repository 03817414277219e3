import * as calls from '@portico/contract/calls/account-security'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { parseCursor } from '../../platform/http/cursor.ts'
import type { Authenticators } from './authenticators.ts'
import { forgetTrustedDevice } from './device-store.ts'
import type { Devices } from './devices.ts'
import { readHistory } from './history.ts'
import { readAccountSecurity } from './overview.ts'
import { type Passkeys, renameOwn } from './passkeys.ts'

export interface AccountSecurityParts {
  readonly database: Database
  readonly devices: Devices
  readonly authenticators: Authenticators
  readonly passkeys: Passkeys
}

/** Lets signed-in people view and change the security of their account. */
export function bindAccountSecurity(binder: Binder, parts: AccountSecurityParts): void {
  const { database, devices, authenticators, passkeys } = parts

  // Data is read only after the read itself is in the audit log.
  binder.bind(calls.accountSecurity, {
    handle: async () => null,
    finish: (_read, { principal }, context) => readAccountSecurity(parts, principal, context),
  })
  binder.bind(calls.accessHistory, {
    prepare: async ({ query }) => ({ before: parseCursor('before', query.before) }),
    handle: async (_input, _context, _tx, { before }) => before,
    finish: (before, { principal }) => readHistory(database.read, principal.accountId, before),
  })

  binder.bind(calls.listDevices, {
    handle: async () => null,
    finish: (_read, { principal }, { now }) => devices.list(principal, now),
  })
  binder.bind(calls.endDevice, devices.end)
  binder.bind(calls.endOtherDevices, devices.endOthers)
  binder.bind(calls.forgetDevice, async ({ principal, params }, _context, tx) => {
    if (!(await forgetTrustedDevice(tx, principal.accountId, params.deviceId))) throw new CallError('NOT-FOUND')
    return { forgotten: true as const }
  })

  binder.bind(calls.beginAuthenticator, authenticators.begin)
  binder.bind(calls.confirmAuthenticator, authenticators.confirm)
  binder.bind(calls.removeAuthenticator, authenticators.remove)
  binder.bind(calls.renewRecoveryCodes, authenticators.renewRecoveryCodes)

  binder.bind(calls.passkeyRegistration, passkeys.offer)
  binder.bind(calls.addPasskey, passkeys.add)
  binder.bind(calls.renamePasskey, renameOwn)
  binder.bind(calls.removePasskey, passkeys.remove)
}
