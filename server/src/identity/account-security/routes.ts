import * as calls from '@portico/contract/calls/account-security'
import { readAudited } from '../../platform/audit/reads.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { parseCursor } from '../../platform/http/cursor.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { Authenticators } from './authenticators.ts'
import type { Devices } from './devices.ts'
import { readHistory } from './history.ts'
import { readAccountSecurity } from './overview.ts'
import type { Passkeys } from './passkeys.ts'
import { renameOwn } from './passkeys.ts'
import { forgetTrustedDevice } from './trusted-devices.ts'

export interface AccountSecurityParts {
  readonly database: Database
  readonly devices: Devices
  readonly authenticators: Authenticators
  readonly passkeys: Passkeys
}

/** How signed-in people see and change the security of their account. */
export function bindAccountSecurity(binder: Binder, parts: AccountSecurityParts): void {
  const { database, devices, authenticators, passkeys } = parts

  binder.bind(calls.accountSecurity, async ({ principal }, context) => {
    await noteRead('security.read', principal, context)
    return readAccountSecurity(parts, principal, context)
  })
  binder.bind(calls.accessHistory, async ({ principal, query }, context) => {
    const before = parseCursor('before', query.before)
    await noteRead('history.read', principal, context)
    return readHistory(database.read, principal.accountId, before)
  })

  binder.bind(calls.listDevices, async ({ principal }, context) => {
    await noteRead('devices.read', principal, context)
    return devices.list(principal, context.now)
  })
  binder.bind(calls.endDevice, devices.end)
  binder.bind(calls.endOtherDevices, devices.endOthers)
  binder.bind(calls.forgetDevice, async ({ principal, params }, _context, tx) => {
    if (!(await forgetTrustedDevice(tx, principal.accountId, params.deviceId))) throw new CallError('NOT-FOUND')
    return { forgotten: true as const }
  })

  binder.bind(calls.beginAuthenticator, authenticators.begin)
  binder.bind(calls.confirmAuthenticator, async ({ principal, body }, context) => ({
    recoveryCodes: await authenticators.confirm(principal, body.code, context),
  }))
  binder.bind(calls.removeAuthenticator, authenticators.remove)
  binder.bind(calls.renewRecoveryCodes, authenticators.renewRecoveryCodes)

  binder.bind(calls.passkeyRegistration, ({ principal }, context) => passkeys.registrationOptions(principal, context))
  binder.bind(calls.addPasskey, passkeys.add)
  binder.bind(calls.renamePasskey, renameOwn)
  binder.bind(calls.removePasskey, passkeys.remove)

  function noteRead(action: string, principal: Principal, context: CallContext): Promise<void> {
    return readAudited(database, (tx) => audit(tx, principal, { action }, context))
  }
}
