import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type CryptoKey, importJWK, type JWK } from 'jose'
import { ConfigError } from '../../platform/config.ts'
import { keepFile } from '../../platform/kept-file.ts'
import {
  formatKeySet,
  type KeptKey,
  type KeyRotation,
  newKey,
  parseKeySet,
  rotateKeys,
  signingAlgorithm,
  signsFromMs,
} from './key-set.ts'

/** The key that signs access tokens. */
export interface SigningKey {
  readonly kid: string
  readonly privateKey: CryptoKey
}

/** The keys of access tokens, old and new. */
export interface TokenKeys {
  findSigningKey(now: Date): Promise<SigningKey>
  /** A key's public half by its id; null if it is not ours, or no longer. */
  findVerifyingKey(kid: string): Promise<CryptoKey | null>
  /** Whether a key that was valid a moment ago still is, as far as known without reading the file. */
  has(kid: string): boolean
  /** All public halves, for programs that verify tokens themselves (RFC 7517). */
  listPublished(): Promise<readonly JWK[]>
}

/** How soon a rotated file is noticed; at once if a token names an unknown key. */
const lookEveryMs = 10_000

interface Loaded {
  /** Newest first, each with the time from which it signs. */
  readonly signing: readonly (SigningKey & { readonly fromMs: number })[]
  readonly verifying: ReadonlyMap<string, CryptoKey>
  readonly published: readonly JWK[]
}

/**
 * The configured keys, or else those in the data folder, created on first use and readable only by their owner. A file that changes while
 * the server runs is read again; an unreadable one is only logged. Throws ConfigError for invalid keys.
 */
export async function loadTokenKeys(options: {
  /** A private EC P-256 key as JWK, or a JWKS whose first key signs. */
  readonly configured: string | undefined
  readonly dataDir: string
  readonly warn: (message: string) => void
}): Promise<TokenKeys> {
  const { configured, dataDir, warn } = options
  if (configured !== undefined) {
    const fixed = await load(configured, 'TOKEN_SIGNING_KEY')
    return tokenKeys(
      () => fixed,
      async () => undefined,
    )
  }
  const file = await keysFile(dataDir)
  let loaded = await load(readFileSync(file, 'utf8'), file)
  let seen = readVersion(file)
  let lookedAtMs = Date.now()
  const look = async (force: boolean) => {
    if (!force && Date.now() - lookedAtMs < lookEveryMs) return
    lookedAtMs = Date.now()
    try {
      const version = readVersion(file)
      if (version === seen) return
      seen = version
      loaded = await load(readFileSync(file, 'utf8'), file)
    } catch (error) {
      warn(`the signing keys changed and could not be read, the old ones stay in use: ${(error as Error).message}`)
    }
  }
  return tokenKeys(() => loaded, look)
}

function tokenKeys(current: () => Loaded, look: (force: boolean) => Promise<void>): TokenKeys {
  return {
    findSigningKey: async (now) => {
      await look(false)
      const { signing } = current()
      const key = signing.find(({ fromMs }) => fromMs <= now.getTime()) ?? signing.at(-1)
      if (key === undefined) throw new Error('There is no key to sign with.')
      return key
    },
    findVerifyingKey: async (kid) => {
      await look(!current().verifying.has(kid))
      return current().verifying.get(kid) ?? null
    },
    has: (kid) => current().verifying.has(kid),
    listPublished: async () => {
      await look(true)
      return current().published
    },
  }
}

/** Gives the data folder a new signing key (`npm run keys:rotate`); running servers pick it up on their own. Returns the new set. */
export async function rotateKeptKeys(dataDir: string, change: KeyRotation | 'drop-old'): Promise<readonly KeptKey[]> {
  const file = await keysFile(dataDir)
  const keys = await changeKeys(readFileSync(file, 'utf8'), change)
  // Written to another file and then moved, so that no server reads half a file.
  const beside = `${file}.${process.pid}`
  try {
    writeFileSync(beside, formatKeySet(keys), { mode: 0o600, flag: 'wx' })
    renameSync(beside, file)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
  return keys
}

/**
 * The set after a change. `drop-old`: one new key that signs at once, and nothing signed earlier is valid anymore, e.g. because a key
 * leaked.
 */
export async function changeKeys(text: string, change: KeyRotation | 'drop-old'): Promise<readonly KeptKey[]> {
  return change === 'drop-old' ? [await newKey()] : rotateKeys(await parseKeySet(text), change)
}

async function keysFile(dataDir: string): Promise<string> {
  return keepFile(dataDir, 'token-signing.json', formatKeySet([await newKey()]))
}

function readVersion(file: string): string {
  const { mtimeMs, ino, size } = statSync(file)
  return [mtimeMs, ino, size].join(' ')
}

async function parseKeys(text: string, source: string): Promise<readonly KeptKey[]> {
  try {
    return await parseKeySet(text)
  } catch (error) {
    throw new ConfigError(
      `${source}: ${(error as Error).message}; it must be a private EC P-256 key as JWK, or a JWKS that begins with one`,
    )
  }
}

async function load(text: string, source: string): Promise<Loaded> {
  const keys = await parseKeys(text, source)
  try {
    const importKey = async (key: JWK) => (await importJWK(key, signingAlgorithm)) as CryptoKey
    const published = keys.map(({ kty, crv, x, y, kid }) => ({
      kty,
      crv,
      x,
      y,
      kid,
      alg: signingAlgorithm,
      use: 'sig',
    }))
    const verifying = await Promise.all(published.map(async (key) => [key.kid, await importKey(key as JWK)] as const))
    const signing = keys.filter(({ d }) => d !== undefined)
    return {
      signing: await Promise.all(
        signing.map(async (key) => ({ kid: key.kid, privateKey: await importKey(key), fromMs: signsFromMs(key) })),
      ),
      verifying: new Map(verifying),
      published: published as JWK[],
    }
  } catch {
    throw new ConfigError(`${source}: a key in it is broken`)
  }
}
