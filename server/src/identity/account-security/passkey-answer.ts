import { parse as parseUuid } from 'uuid'
import type { Database } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import {
  type Assertion,
  type AuthenticationOptions,
  type Binding,
  findPlace,
  keepOffered,
  listRefs,
  refuse,
  takeOffered,
  timeoutMs,
  webAuthn,
} from './offered-challenge.ts'
import { findPasskey, listPasskeys, notePasskeyUse, type Passkey } from './passkey-store.ts'

export async function offerAuthentication(
  database: Database,
  binding: Binding,
  context: CallContext,
  accountId?: string,
): Promise<AuthenticationOptions> {
  const { host } = findPlace(context)
  const known = accountId === undefined ? [] : await listPasskeys(database.read, accountId)
  const options = await (await webAuthn()).generateAuthenticationOptions({
    rpID: host,
    timeout: timeoutMs,
    allowCredentials: listRefs(known, host),
    userVerification: 'required',
  })
  await keepOffered(database, binding, options.challenge, context)
  return options as AuthenticationOptions
}

export async function verifyAuthentication(
  database: Database,
  credential: Assertion,
  binding: Binding,
  context: CallContext,
  accountId?: string,
): Promise<Passkey> {
  const { origin, host } = findPlace(context)
  const expectedChallenge = await takeOffered(database, binding, credential.response.clientDataJSON, context)
  const passkey = await findPasskey(database.read, credential.id, host)
  if (passkey === undefined || passkey.account_id !== (accountId ?? passkey.account_id))
    throw new CallError('PASSKEY-UNKNOWN')
  const { userHandle, ...response } = credential.response
  if (userHandle && userHandle !== makeHandle(passkey.account_id)) throw new CallError('PASSKEY-UNKNOWN')
  const { verified, authenticationInfo } = await (await webAuthn())
    .verifyAuthenticationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: Uint8Array.from(passkey.public_key),
        counter: Number(passkey.counter),
      },
    })
    .catch(refuse)
  const used =
    verified &&
    (await database.transaction((tx) => notePasskeyUse(tx, passkey, authenticationInfo.newCounter, context.now)))
  if (!used) throw new CallError('PASSKEY-UNKNOWN')
  return passkey
}

function makeHandle(accountId: string): string {
  return Buffer.from(parseUuid(accountId)).toString('base64url')
}
