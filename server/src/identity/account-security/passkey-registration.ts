import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { parse as parseUuid } from 'uuid'
import type { Database } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import {
  type Binding,
  findPlace,
  keepOffered,
  listRefs,
  type Registration,
  type RegistrationOptions,
  refuse,
  takeOffered,
  timeoutMs,
  webAuthn,
} from './offered-challenge.ts'
import { listPasskeys, type Passkey } from './passkey-store.ts'

/** EdDSA, ES256, RS256: every authenticator supports at least one of them. */
const algorithms = [-8, -7, -257]

export type NewPasskey = Pick<Passkey, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'host'>

export async function offerRegistration(
  database: Database,
  {
    accountId,
    loginId,
    name,
    brandName,
  }: { readonly accountId: string; readonly loginId: string; readonly name: string; readonly brandName: string },
  binding: Binding,
  context: CallContext,
): Promise<RegistrationOptions> {
  const { host } = findPlace(context)
  const known = await listPasskeys(database.read, accountId)
  const options = await (await webAuthn()).generateRegistrationOptions({
    rpName: brandName,
    rpID: host,
    userName: loginId,
    userDisplayName: name,
    userID: Uint8Array.from(parseUuid(accountId)),
    timeout: timeoutMs,
    excludeCredentials: listRefs(known, host),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
  await keepOffered(database, binding, options.challenge, context)
  return options as RegistrationOptions
}

export async function verifyRegistration(
  database: Database,
  credential: Registration,
  binding: Binding,
  context: CallContext,
): Promise<NewPasskey> {
  const { origin, host } = findPlace(context)
  const expectedChallenge = await takeOffered(database, binding, credential.response.clientDataJSON, context)
  const { transports, ...response } = credential.response
  const verified = await (await webAuthn())
    .verifyRegistrationResponse({
      response: { ...credential, response, clientExtensionResults: {} } satisfies RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    .catch(refuse)
  if (!verified.verified) throw new CallError('PASSKEY-UNKNOWN')
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey),
    counter,
    transports: transports ?? [],
    host,
  }
}
