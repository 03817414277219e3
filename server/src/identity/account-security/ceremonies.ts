import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type {
  addPasskey,
  passkeyRegistration,
  passkeySignIn,
  passkeySignInOptions,
} from '@portico/contract/calls/account-security'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { parse as parseUuid } from 'uuid'
import type { Database } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { type Challenge, keepChallenge, takeChallenge } from './challenges.ts'
import { findPasskey, listPasskeys, notePasskeyUse, type Passkey } from './passkey-store.ts'

type Registration = BodyOf<typeof addPasskey>['credential']
type Assertion = BodyOf<typeof passkeySignIn>['credential']
type RegistrationOptions = PayloadOf<typeof passkeyRegistration>
export type AuthenticationOptions = PayloadOf<typeof passkeySignInOptions>

/** Loaded only after the server is answering: the library and its dependencies are a fifth of all files that the server loads. */
const webAuthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256, RS256: every authenticator supports at least one of them. */
const algorithms = [-8, -7, -257]
const timeoutMs = 300_000

/** The ceremonies of WebAuthn (RG-4). Passkeys are discoverable, always verify the person, and belong to one host. */
export interface Ceremonies {
  registrationOptions(
    owner: { readonly accountId: string; readonly loginId: string; readonly name: string; readonly brandName: string },
    binding: Binding,
    context: CallContext,
  ): Promise<RegistrationOptions>
  /** The passkey that a browser has made, not stored yet. Throws CallError CHALLENGE-EXPIRED or PASSKEY-UNKNOWN. */
  register(credential: Registration, binding: Binding, context: CallContext): Promise<NewPasskey>
  /** With `accountId`, only that person's passkeys are accepted. */
  authenticationOptions(binding: Binding, context: CallContext, accountId?: string): Promise<AuthenticationOptions>
  /**
   * Returns the passkey that answered and records its use; with `accountId`, it must be that person's. Throws CallError CHALLENGE-EXPIRED
   * or PASSKEY-UNKNOWN.
   */
  authenticate(credential: Assertion, binding: Binding, context: CallContext, accountId?: string): Promise<Passkey>
}

/** What a ceremony is bound to: another session or browser cannot continue it. */
export interface Binding {
  readonly purpose: Challenge['purpose']
  /** Known only to that session or browser. */
  readonly secret: string
}

export type NewPasskey = Pick<Passkey, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'host'>

export function createCeremonies(database: Database): Ceremonies {
  return {
    registrationOptions: async ({ accountId, loginId, name, brandName }, binding, context) => {
      const { host } = placeOf(context)
      const known = await listPasskeys(database.read, accountId)
      const options = await (await webAuthn()).generateRegistrationOptions({
        rpName: brandName,
        rpID: host,
        userName: loginId,
        userDisplayName: name,
        userID: Uint8Array.from(parseUuid(accountId)),
        timeout: timeoutMs,
        excludeCredentials: refsOf(known, host),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: algorithms,
      })
      await keep(binding, options.challenge, context)
      return options as RegistrationOptions
    },
    register: async (credential, binding, context) => {
      const { origin, host } = placeOf(context)
      const expectedChallenge = await take(binding, credential.response.clientDataJSON, context)
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
    },
    authenticationOptions: async (binding, context, accountId) => {
      const { host } = placeOf(context)
      const known = accountId === undefined ? [] : await listPasskeys(database.read, accountId)
      const options = await (await webAuthn()).generateAuthenticationOptions({
        rpID: host,
        timeout: timeoutMs,
        allowCredentials: refsOf(known, host),
        userVerification: 'required',
      })
      await keep(binding, options.challenge, context)
      return options as AuthenticationOptions
    },
    authenticate: async (credential, binding, context, accountId) => {
      const { origin, host } = placeOf(context)
      const expectedChallenge = await take(binding, credential.response.clientDataJSON, context)
      const passkey = await findPasskey(database.read, credential.id, host)
      if (passkey === undefined || passkey.account_id !== (accountId ?? passkey.account_id))
        throw new CallError('PASSKEY-UNKNOWN')
      const { userHandle, ...response } = credential.response
      if (userHandle && userHandle !== handleOf(passkey.account_id)) throw new CallError('PASSKEY-UNKNOWN')
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
    },
  }

  async function keep(binding: Binding, challenge: string, { now }: CallContext): Promise<void> {
    const { purpose } = binding
    const kept = { key: keyOf(binding, challenge), purpose, webauthnChallenge: challenge }
    await database.transaction((tx) => keepChallenge(tx, kept, now))
  }

  /** The challenge that the answer claims to be for, if it was given to this session or browser; it works once. */
  async function take(binding: Binding, clientData: string, { now }: CallContext): Promise<string> {
    const { purpose } = binding
    const key = keyOf(binding, challengeIn(clientData))
    const taken = await database.transaction((tx) => takeChallenge(tx, { key, purpose }, now))
    if (!taken?.webauthn_challenge) throw new CallError('CHALLENGE-EXPIRED')
    return taken.webauthn_challenge
  }
}

function keyOf({ secret }: Binding, challenge: string): string {
  return `${secret}.${challenge}`
}

function challengeIn(clientData: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')) as { challenge?: unknown }
    return String(challenge)
  } catch {
    return ''
  }
}

/** Origin and host of the calling page: a passkey only works on the host it was made on. */
function placeOf(context: CallContext): { readonly origin: string; readonly host: string } {
  const { ownOrigin: origin } = context
  if (origin === null) throw new CallError('BAD-REQUEST')
  return { origin, host: new URL(origin).hostname }
}

function refsOf(passkeys: readonly Passkey[], host: string) {
  return passkeys
    .filter((passkey) => passkey.host === host)
    .map(({ credential_id: id, transports }) => ({ id, transports }))
}

function handleOf(accountId: string): string {
  return Buffer.from(parseUuid(accountId)).toString('base64url')
}

/** The library explains in prose what is wrong with an answer; every reason gets the same error. */
function refuse(): never {
  throw new CallError('PASSKEY-UNKNOWN')
}
