import { readFileSync } from 'node:fs'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { ConfigError } from '../../platform/config.ts'
import { keepFile } from '../../platform/kept-file.ts'

/** Keys for id tokens, which SMART requires to be signed with RSA (OS-45). */
export interface IdKeys {
  /** Private keys, the signing one first; read once, when the first app needs them. */
  read(): Promise<readonly JWK[]>
  /** The signing key for our own client assertions at other servers, for which SMART requires another algorithm (OS-55). */
  readForAssertions(): Promise<JWK>
}

const algorithm = 'RS256'
const settingName = 'ID_TOKEN_KEY'

/**
 * The configured keys, which are checked at once, or one kept in the data folder, created only when needed, because that takes a moment.
 * Throws ConfigError for invalid keys.
 */
export function createIdKeys(options: { readonly configured: string | undefined; readonly dataDir: string }): IdKeys {
  const { configured, dataDir } = options
  const given = configured === undefined ? null : parse(configured, settingName)
  let read: Promise<readonly JWK[]> | null = null
  const readOnce = () => {
    read ??= (given === null ? keepKeys(dataDir) : Promise.resolve(given)).then((keys) =>
      Promise.all(keys.map(withKid)),
    )
    return read
  }
  return {
    read: readOnce,
    readForAssertions: async () => {
      const [key] = await readOnce()
      if (key === undefined) throw new ConfigError(`${settingName}: has no key`)
      return { ...key, kid: `${key.kid}-assertions`, alg: 'RS384' }
    },
  }
}

async function keepKeys(dataDir: string): Promise<readonly JWK[]> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true, modulusLength: 2048 })
  const file = keepFile(dataDir, 'id-token-signing.json', JSON.stringify({ keys: [await exportJWK(privateKey)] }))
  return parse(readFileSync(file, 'utf8'), file)
}

/** Parses one private JWK, or a JWKS that begins with the signing key. Says what is wrong, but never quotes the text. */
function parse(text: string, source: string): readonly JWK[] {
  const keys = keysIn(text)
  if (keys === null || keys.length === 0 || !keys.every(isPrivateRsa))
    throw new ConfigError(`${source}: must be a private RSA key of 2048 bits or more as JWK, or a JWKS of such keys`)
  return keys
}

function keysIn(text: string): readonly unknown[] | null {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null || !('keys' in read)) return [read]
    return Array.isArray(read.keys) ? read.keys : null
  } catch {
    return null
  }
}

function isPrivateRsa(key: unknown): key is JWK {
  if (typeof key !== 'object' || key === null) return false
  const { kty, n, d } = key as JWK
  return kty === 'RSA' && d !== undefined && n !== undefined && Buffer.from(n, 'base64url').length >= 256
}

async function withKid(key: JWK): Promise<JWK> {
  return { ...key, kid: await calculateJwkThumbprint(key), alg: algorithm, use: 'sig' }
}
