import { calls } from '@portico/contract/calls'
import { TOTP } from 'otpauth'
import type { Database } from '../src/platform/db/database.ts'
import { make } from './call.ts'
import { Client } from './client.ts'
import { SoftPasskey } from './passkey.ts'

/** The code that an authenticator app shows, now or so many steps of 30 seconds later. */
export function appCode(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/**
 * Sets up an authenticator app for the signed-in person; it is confirmed with the previous step's code, so that the current one can
 * still be used.
 */
export async function addAuthenticator(
  client: Client,
): Promise<{ readonly secret: string; readonly recoveryCodes: readonly string[] }> {
  const { body } = await make(client, calls.beginAuthenticator, {})
  const { secret } = body.payload
  const confirm = () => make(client, calls.confirmAuthenticator, { body: { code: appCode(secret, -1) } })
  const first = await confirm()
  // The next step may have begun in the meantime.
  const confirmed = first.status === 200 ? first : await confirm()
  return { secret, recoveryCodes: confirmed.body.payload.recoveryCodes }
}

export async function addPasskey(
  client: Client,
  name = 'A passkey',
): Promise<{ readonly passkey: SoftPasskey; readonly passkeyId: string }> {
  const passkey = new SoftPasskey(client.host === undefined ? client.origin : `http://${client.host}`)
  const options = await make(client, calls.passkeyRegistration, {})
  const credential = passkey.create(options.body.payload)
  const added = await make(client, calls.addPasskey, { body: { name, credential } })
  return { passkey, passkeyId: added.body.payload.passkeyId }
}

/** A separate browser, signed in with the password. */
export async function signIn(origin: string, loginId: string): Promise<Client> {
  const client = new Client(origin)
  await client.signIn(loginId)
  return client
}

/** Name of the passkey that `undoSecondFactors` leaves alone. */
export const keptPasskey = 'Kept'

/**
 * Undoes what account security calls do to everyone's sign-in: removes all second factors except some passkeys, and revives
 * sessions that were ended from elsewhere.
 */
export async function undoSecondFactors({ read }: Database): Promise<void> {
  for (const table of ['authenticator', 'recovery_code', 'trusted_device', 'sign_in_challenge'] as const)
    await read.deleteFrom(table).execute()
  await read.deleteFrom('passkey').where('name', '<>', keptPasskey).execute()
  await read
    .updateTable('session')
    .set({ ended_at: null, ended_reason: null })
    .where('ended_reason', '=', 'signed-out-elsewhere')
    .execute()
}
