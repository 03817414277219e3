import { REMEMBER_DEVICE_DAYS } from '@portico/rules/account-security/codes'
import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { hashSecret, newSecret } from '../tokens/secrets.ts'
import { hostCookie, hostCookieValue } from './host-cookie.ts'

/**
 * Browsers that are not asked for a code (RG-4). A cookie holds a secret for each of the people who share the browser; the secret replaces
 * the code only, never the password.
 */
const cookieName = 'trustedDevice'
const lifetimeS = REMEMBER_DEVICE_DAYS * 86_400

/** How many people may share a browser, and how many browsers one person may have remembered; beyond this the oldest are forgotten. */
const maxInCookie = 4
const maxOfAccount = 20

type Cookies = CallContext['cookies']
export type TrustedDevice = Selectable<Tables['trusted_device']>

function readSecrets(cookies: Cookies): string[] {
  const value = hostCookieValue(cookies, cookieName) ?? ''
  return value.split('.').filter((secret) => secret !== '')
}

/** Whether a remembered device is the one with these cookies. */
export function isSameDevice(device: Pick<TrustedDevice, 'device_hash'>, cookies: Cookies): boolean {
  return readSecrets(cookies).some((secret) => hashSecret(secret).equals(device.device_hash))
}

export async function listTrustedDevices(db: Reader, accountId: string, now: Date): Promise<TrustedDevice[]> {
  return db
    .selectFrom('trusted_device')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute()
}

export async function isTrusted(db: Reader, accountId: string, cookies: Cookies, now: Date): Promise<boolean> {
  if (readSecrets(cookies).length === 0) return false
  const devices = await listTrustedDevices(db, accountId, now)
  return devices.some((device) => isSameDevice(device, cookies))
}

/** Remembers the browser; call `keepTrust` with the secret once the transaction is committed. */
export async function trustDevice(
  tx: Tx,
  accountId: string,
  { userAgent, now }: Pick<CallContext, 'userAgent' | 'now'>,
): Promise<string> {
  const secret = newSecret()
  const known = await listTrustedDevices(tx, accountId, now)
  const kept = known.slice(0, maxOfAccount - 1).map((device) => device.device_hash)
  await tx
    .deleteFrom('trusted_device')
    .where('account_id', '=', accountId)
    .$if(kept.length > 0, (query) => query.where('device_hash', 'not in', kept))
    .execute()
  await tx
    .insertInto('trusted_device')
    .values({
      account_id: accountId,
      device_hash: hashSecret(secret),
      user_agent: userAgent,
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimeS * 1000),
    })
    .execute()
  return secret
}

export function keepTrust(context: CallContext, secret: string): void {
  const secrets = [secret, ...readSecrets(context.cookies)].slice(0, maxInCookie)
  context.setCookie(hostCookie(context, cookieName), secrets.join('.'), { httpOnly: true, maxAge: lifetimeS })
}

/** Returns the device that the id names; null if it is another person's. */
export async function forgetTrustedDevice(tx: Tx, accountId: string, deviceId: string): Promise<boolean> {
  const forgotten = await tx
    .deleteFrom('trusted_device')
    .where('account_id', '=', accountId)
    .where('device_hash', '=', Buffer.from(deviceId, 'base64url'))
    .returning('account_id')
    .executeTakeFirst()
  return forgotten !== undefined
}

export async function forgetTrustedDevices(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('trusted_device').where('account_id', '=', accountId).execute()
}

/** How calls name a remembered device: by the hash of its secret, which lets no one in. */
export function toDeviceId({ device_hash }: Pick<TrustedDevice, 'device_hash'>): string {
  return device_hash.toString('base64url')
}
