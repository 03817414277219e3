import type { PayloadOf } from '@portico/contract/call'
import type { accountSecurity } from '@portico/contract/calls/account-security'
import { parseDevice } from '@portico/rules/account-security/device'
import type { Database } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { accountFacts } from '../accounts/people.ts'
import { authenticatorSince } from './authenticator-store.ts'
import { listTrustedDevices } from './device-store.ts'
import { readOffered } from './offered.ts'
import type { Passkeys } from './passkeys.ts'
import { recoveryCodesLeft } from './recovery-code-store.ts'
import { isSameDevice, toDeviceId } from './trusted-devices.ts'

/** All of a person's ways to authenticate, read at once, for the screen that shows them (RG-3, RG-4). */
export async function readAccountSecurity(
  { database, passkeys }: { readonly database: Database; readonly passkeys: Passkeys },
  { accountId, brand }: Principal,
  context: CallContext,
): Promise<PayloadOf<typeof accountSecurity>> {
  const { read } = database
  const { now } = context
  const [facts, since, left, own, devices, offered] = await Promise.all([
    accountFacts(read, accountId),
    authenticatorSince(read, accountId),
    recoveryCodesLeft(read, accountId),
    passkeys.list(accountId),
    listTrustedDevices(read, accountId, now),
    readOffered(read, brand),
  ])
  return {
    passwordChangedAt: facts.passwordChangedAt.toISOString(),
    authenticatorSince: since?.toISOString() ?? null,
    recoveryCodesLeft: left,
    passkeys: own,
    rememberedDevices: devices.map((device) => ({
      deviceId: toDeviceId(device),
      ...parseDevice(device.user_agent),
      rememberedAt: device.created_at.toISOString(),
      expiresAt: device.expires_at.toISOString(),
      current: isSameDevice(device, context),
    })),
    offered: {
      passkeys: offered.passkeys,
      authenticator: offered.authenticator,
      rememberDevice: offered.rememberDevice,
    },
  }
}
