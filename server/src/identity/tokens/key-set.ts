import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'

/** The algorithm of all our signatures: elliptic curve P-256. */
export const signingAlgorithm = 'ES256'

/**
 * A key as stored, newest first. A key signs from its start (`signsFrom`, ISO 8601; left out: always) to the next newer key's start; every
 * key continues to verify tokens signed earlier, for which the public half is enough. `signsFrom` is our own addition, which JWK readers
 * ignore.
 */
export interface KeptKey extends JWK {
  readonly kid: string
  readonly signsFrom?: string
}

/** Old keys are kept for a day after they last signed: no access token lasts longer than an hour (`ACCESS_TOKEN_S`). */
const keptAfterwardsMs = 24 * 60 * 60 * 1000

export async function newKey(): Promise<KeptKey> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true })
  return withKid(await exportJWK(privateKey))
}

/** Parses one private JWK, or a JWKS whose first key is private. Throws an Error that says what is wrong, but never quotes the text. */
export async function parseKeySet(text: string): Promise<readonly KeptKey[]> {
  const read = parseJson(text)
  const list: unknown = typeof read === 'object' && read !== null && 'keys' in read ? read.keys : [read]
  if (!Array.isArray(list) || list.length === 0) throw new Error('there is no key in it')
  if (!list.every(isP256)) throw new Error('not every key in it is an EC P-256 key')
  if (list[0]?.d === undefined) throw new Error('its first key is not a private one')
  if (!list.every(hasMoment)) throw new Error('signsFrom of a key in it is no moment')
  return Promise.all(list.map(withKid))
}

/** When a key begins to sign. */
export function signsFromMs({ signsFrom }: KeptKey): number {
  return signsFrom === undefined ? Number.NEGATIVE_INFINITY : Date.parse(signsFrom)
}

export interface KeyRotation {
  readonly now: Date
  /** The new key is published at once but signs only after this delay, when every instance and every cache of keys knows it. */
  readonly delayMs: number
}

/** The set after a rotation. Keys that no longer sign keep only their public half, and obsolete keys are removed. */
export async function rotateKeys(keys: readonly KeptKey[], { now, delayMs }: KeyRotation): Promise<readonly KeptKey[]> {
  const next = { ...(await newKey()), signsFrom: new Date(now.getTime() + delayMs).toISOString() }
  const old = keys.flatMap((key, index) => {
    const retiredMs = signsFromMs(keys[index - 1] ?? next)
    if (retiredMs + keptAfterwardsMs < now.getTime()) return []
    const { d: _, ...open } = key
    return [retiredMs <= now.getTime() && index > 0 ? open : key]
  })
  return [next, ...old]
}

/** A set as text, in the form that `parseKeySet` reads. */
export function formatKeySet(keys: readonly KeptKey[]): string {
  return JSON.stringify({ keys })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('it is not JSON')
  }
}

function isP256(key: unknown): key is JWK {
  return (
    typeof key === 'object' && key !== null && 'kty' in key && key.kty === 'EC' && 'crv' in key && key.crv === 'P-256'
  )
}

function hasMoment(key: JWK): boolean {
  return !('signsFrom' in key) || (typeof key.signsFrom === 'string' && !Number.isNaN(Date.parse(key.signsFrom)))
}

async function withKid(jwk: JWK): Promise<KeptKey> {
  return { ...jwk, kid: await calculateJwkThumbprint(jwk) }
}
