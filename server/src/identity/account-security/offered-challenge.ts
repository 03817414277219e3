import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type {
  addPasskey,
  passkeyRegistration,
  passkeySignIn,
  passkeySignInOptions,
} from '@portico/contract/calls/account-security'
import type { Database } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { type Challenge, keepChallenge, takeChallenge } from './challenge-store.ts'
import type { Passkey } from './passkey-store.ts'

export type Registration = BodyOf<typeof addPasskey>['credential']

export type Assertion = BodyOf<typeof passkeySignIn>['credential']

export type RegistrationOptions = PayloadOf<typeof passkeyRegistration>

export type AuthenticationOptions = PayloadOf<typeof passkeySignInOptions>

/** Loaded only once the server answers: the library and its dependencies are a fifth of all files that the server loads. */
export const webAuthn = () => import('@simplewebauthn/server')

export const timeoutMs = 300_000

/** What a ceremony is bound to, so that no other session or browser can continue it. */
export interface Binding {
  readonly purpose: Challenge['purpose']
  /** Known only to that session or browser. */
  readonly secret: string
}

export async function keepOffered(
  database: Database,
  binding: Binding,
  challenge: string,
  { now }: CallContext,
): Promise<void> {
  const { purpose } = binding
  const kept = { key: makeKey(binding, challenge), purpose, webauthnChallenge: challenge }
  await database.transaction((tx) => keepChallenge(tx, kept, now))
}

/** The challenge that the answer names, if it was offered to this session or browser; it works once. */
export async function takeOffered(
  database: Database,
  binding: Binding,
  clientData: string,
  { now }: CallContext,
): Promise<string> {
  const { purpose } = binding
  const key = makeKey(binding, readChallenge(clientData))
  const taken = await database.transaction((tx) => takeChallenge(tx, { key, purpose }, now))
  if (!taken?.webauthn_challenge) throw new CallError('CHALLENGE-EXPIRED')
  return taken.webauthn_challenge
}

function makeKey({ secret }: Binding, challenge: string): string {
  return `${secret}.${challenge}`
}

function readChallenge(clientData: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')) as { challenge?: unknown }
    return String(challenge)
  } catch {
    return ''
  }
}

/** Origin and host of the calling page: a passkey works only on the host where it was created. */
export function findPlace(context: CallContext): { readonly origin: string; readonly host: string } {
  const { ownOrigin: origin } = context
  if (origin === null) throw new CallError('BAD-REQUEST')
  return { origin, host: new URL(origin).hostname }
}

export function listRefs(passkeys: readonly Passkey[], host: string) {
  return passkeys
    .filter((passkey) => passkey.host === host)
    .map(({ credential_id: id, transports }) => ({ id, transports }))
}

/** The library explains failures in prose; every failure gets the same error. */
export function refuse(): never {
  throw new CallError('PASSKEY-UNKNOWN')
}
