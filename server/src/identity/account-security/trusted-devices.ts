import { REMEMBER_DEVICE_DAYS } from '@portico/rules/account-security/codes'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { hashSecret, newSecret } from '../tokens/secrets.ts'
import { addDevice, listTrustedDevices, type TrustedDevice } from './device-store.ts'
import { hostCookie, readHostCookie } from './host-cookie.ts'

export { forgetTrustedDevices } from './device-store.ts'

/**
 * Browsers that are not asked for a code (RG-4). A cookie holds one secret for each person who shares the browser; the secret replaces only
 * the code, never the password.
 */
const cookieName = 'trustedDevice'

const lifetimeS = REMEMBER_DEVICE_DAYS * 86_400

/**
 * How many people may share a browser, and how many browsers a person may have remembered; beyond these limits the oldest are forgotten.
 */
const maxInCookie = 4

const maxOfAccount = 20

type Browser = Pick<CallContext, 'secure' | 'cookies'>

function readSecrets(browser: Browser): string[] {
  const value = readHostCookie(browser, cookieName) ?? ''
  return value.split('.').filter((secret) => secret !== '')
}

/** Whether a remembered device is this browser. */
export function isSameDevice(device: Pick<TrustedDevice, 'device_hash'>, browser: Browser): boolean {
  return readSecrets(browser).some((secret) => hashSecret(secret).equals(device.device_hash))
}

export async function isTrusted(
  db: Reader,
  accountId: string,
  browser: Browser & Pick<CallContext, 'now'>,
): Promise<boolean> {
  if (readSecrets(browser).length === 0) return false
  const devices = await listTrustedDevices(db, accountId, browser.now)
  return devices.some((device) => isSameDevice(device, browser))
}

/** Remembers the browser; call `keepTrust` with the secret after the commit. */
export async function trustDevice(
  tx: Tx,
  accountId: string,
  { userAgent, now }: Pick<CallContext, 'userAgent' | 'now'>,
): Promise<string> {
  const secret = newSecret()
  const known = await listTrustedDevices(tx, accountId, now)
  const kept = known.slice(0, maxOfAccount - 1).map((device) => device.device_hash)
  await addDevice(tx, kept, {
    account_id: accountId,
    device_hash: hashSecret(secret),
    user_agent: userAgent,
    created_at: now,
    expires_at: new Date(now.getTime() + lifetimeS * 1000),
  })
  return secret
}

export function keepTrust(context: CallContext, secret: string): void {
  const secrets = [secret, ...readSecrets(context)].slice(0, maxInCookie)
  context.setCookie(hostCookie(context, cookieName), secrets.join('.'), { httpOnly: true, maxAge: lifetimeS })
}

/** A remembered device's id in calls: the hash of its secret, which lets no one in. */
export function toDeviceId({ device_hash }: Pick<TrustedDevice, 'device_hash'>): string {
  return device_hash.toString('base64url')
}
