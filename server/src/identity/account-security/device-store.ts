import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type TrustedDevice = Selectable<Tables['trusted_device']>

export async function listTrustedDevices(db: Reader, accountId: string, now: Date): Promise<TrustedDevice[]> {
  return db
    .selectFrom('trusted_device')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute()
}

/** Stores a device, and forgets the account's other devices, except `kept`. */
export async function addDevice(tx: Tx, kept: readonly Buffer[], device: TrustedDevice): Promise<void> {
  await tx
    .deleteFrom('trusted_device')
    .where('account_id', '=', device.account_id)
    .$if(kept.length > 0, (query) => query.where('device_hash', 'not in', kept))
    .execute()
  await tx.insertInto('trusted_device').values(device).execute()
}

/** Forgets a device by its id; false if the account has no such device. */
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

/** A person's live sessions, most recent first, without those of others who act for them. */
export function selectLive(db: Reader, accountId: string, idleSince: Date, now: Date) {
  return db
    .selectFrom('session')
    .select(['session_id', 'user_agent', 'method', 'created_at', 'last_seen_at'])
    .where('account_id', '=', accountId)
    .where('actor_account_id', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', idleSince)
    .orderBy('last_seen_at', 'desc')
}

/** Whether a phone used with another session keeps the person's ID cards, even if that session has timed out. */
export async function isKeptElsewhere(db: Reader, kept: KeptElsewhere, now: Date): Promise<boolean> {
  const row = db
    .selectFrom('kept_card')
    .select('kept_id')
    .where('account_id', '=', kept.accountId)
    .where('session_id', '!=', kept.sessionId)
    .where('expires_at', '>', now)
  return (await row.executeTakeFirst()) !== undefined
}

export async function endKeptElsewhere(tx: Tx, { accountId, sessionId }: KeptElsewhere): Promise<void> {
  await tx.deleteFrom('kept_card').where('account_id', '=', accountId).where('session_id', '!=', sessionId).execute()
}

interface KeptElsewhere {
  readonly accountId: string
  readonly sessionId: string
}
