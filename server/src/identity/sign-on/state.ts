import { randomBytes } from 'node:crypto'
import type { DataKey } from '../../platform/data-key.ts'
import { hashSecret } from '../tokens/secrets.ts'

/** How long a person may take at the provider, in ms. */
const lifetimeMs = 10 * 60_000

/** A sign-in under way. */
export interface SignOnRequest extends Purpose {
  readonly connectionId: string
  /** The version of the settings with which it began. */
  readonly version: number
  /** Of the secret of the browser that must come back. */
  readonly browserHash: Buffer
  /** What OpenID Connect calls the code verifier: the provider learns its hash first, and itself only from us. */
  readonly verifier: string
  readonly beganAt: Date
  readonly expiresAt: Date
  /** Its answer is recorded under it, so that it works once. */
  readonly stateHash: Buffer
}

interface Purpose {
  /** The administrator who tests the connection; null: an actual sign-in. */
  readonly triedBy: string | null
  /** The session whose owner must prove their identity again; null: there is none. */
  readonly confirms: string | null
  /** Where it leads; null: to the start page. */
  readonly to: string | null
}

type NewRequest = Pick<SignOnRequest, 'connectionId' | 'version'> & Partial<Purpose> & { readonly browser: string }

/** Lengths in bytes of what every `state` holds: as short as can be, because providers may limit it. */
const versionBytes = 4
const timeBytes = 6
const browserBytes = 16
const verifierBytes = 32

const nameSeal = (connectionId: string) => `sign-on ${connectionId}`

/** Short, because 128 bits of it are enough. */
export function hashBrowser(browser: string): Buffer {
  return hashSecret(browser).subarray(0, browserBytes)
}

/**
 * Begins a sign-in (OS-62). Its `state` carries it to the provider and back, sealed: no one can read or change it there, and nothing has to be
 * stored of people who never come back. Whoever brings it without the browser's secret is refused, and so is whoever brings it twice.
 */
export function sealRequest(
  dataKey: Pick<DataKey, 'seal'>,
  { connectionId, version, browser, triedBy = null, confirms = null, to = null }: NewRequest,
  now: Date,
): { readonly state: string; readonly verifier: string } {
  const head = Buffer.alloc(versionBytes + timeBytes)
  head.writeUInt32BE(version)
  head.writeUIntBE(now.getTime(), versionBytes, timeBytes)
  const verifier = randomBytes(verifierBytes)
  const isUsual = triedBy === null && confirms === null && to === null
  const purpose = isUsual ? '' : JSON.stringify({ triedBy, confirms, to } satisfies Purpose)
  const plain = Buffer.concat([head, hashBrowser(browser), verifier, Buffer.from(purpose)])
  // A SAML id begins with a letter or an underscore.
  const state = `_${dataKey.seal(plain, nameSeal(connectionId)).toString('base64url')}`
  return { state, verifier: verifier.toString('base64url') }
}

/** The sign-in that a `state` carries; null if it is none of ours, or another connection's. */
export function openRequest(dataKey: Pick<DataKey, 'open'>, connectionId: string, state: string): SignOnRequest | null {
  const sealed = Buffer.from(state.slice(1), 'base64url')
  const plain = tryOpen(dataKey, connectionId, sealed)
  if (plain === null) return null
  let at = 0
  const take = (bytes: number) => {
    at += bytes
    return plain.subarray(at - bytes, at)
  }
  const version = take(versionBytes).readUInt32BE()
  const began = take(timeBytes).readUIntBE(0, timeBytes)
  const browserHash = take(browserBytes)
  const verifier = take(verifierBytes).toString('base64url')
  const purpose = plain.subarray(at).toString()
  const { triedBy, confirms, to }: Purpose =
    purpose === '' ? { triedBy: null, confirms: null, to: null } : JSON.parse(purpose)
  const times = { beganAt: new Date(began), expiresAt: new Date(began + lifetimeMs) }
  // Of the bytes, because several texts stand for the same.
  const stateHash = hashSecret(sealed.toString('base64url'))
  return { connectionId, version, browserHash, verifier, stateHash, triedBy, confirms, to, ...times }
}

function tryOpen(dataKey: Pick<DataKey, 'open'>, connectionId: string, sealed: Buffer): Buffer | null {
  try {
    return dataKey.open(sealed, nameSeal(connectionId))
  } catch {
    return null
  }
}

/** What the ID token must repeat (OpenID Connect Core 3.1.2.1); it says nothing of the verifier. */
export function nameNonce({ verifier }: Pick<SignOnRequest, 'verifier'>): string {
  return hashSecret(`nonce ${verifier}`).toString('base64url')
}
