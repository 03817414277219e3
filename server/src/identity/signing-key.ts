import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { ConfigError } from '../config.ts'

/** The key that access tokens are signed with, and its public half for those who check them. */
export interface SigningKey {
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
}

export const signingAlgorithm = 'ES256'

/**
 * The configured key, else the one kept in the data folder, made on first use and readable by its owner only. Throws
 * ConfigError for a key that is not a private EC P-256 JWK.
 */
export async function loadSigningKey(options: { readonly configured: string | undefined; readonly dataDir: string }) {
  if (options.configured !== undefined) return parseKey(options.configured, 'TOKEN_SIGNING_KEY')
  const folder = join(options.dataDir, 'keys')
  const file = join(folder, 'token-signing.json')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true })
    // `wx` fails where a key is kept already: the first of several starts at once wins, the others read its key.
    writeFileSync(file, JSON.stringify(await exportJWK(privateKey)), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return parseKey(readFileSync(file, 'utf8'), file)
}

async function parseKey(text: string, source: string): Promise<SigningKey> {
  try {
    const jwk = JSON.parse(text) as JWK
    if (jwk.kty !== 'EC' || jwk.crv !== 'P-256' || jwk.d === undefined) throw new Error('not a private EC P-256 key')
    const { d: _, ...open } = jwk
    return {
      kid: await calculateJwkThumbprint(jwk),
      privateKey: (await importJWK(jwk, signingAlgorithm)) as CryptoKey,
      publicKey: (await importJWK(open, signingAlgorithm)) as CryptoKey,
    }
  } catch (error) {
    throw new ConfigError(`${source}: ${(error as Error).message}; it must be a private EC P-256 key as JWK`)
  }
}
