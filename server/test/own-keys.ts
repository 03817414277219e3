import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'

/** The keys that several servers on one database share, as settings. */
export async function makeOwnKeys(): Promise<Readonly<Record<string, string>>> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const { privateKey: idKey } = await generateKeyPair('RS256', { extractable: true })
  return {
    DATA_KEY: randomBytes(32).toString('base64'),
    TOKEN_SIGNING_KEY: JSON.stringify(await exportJWK(privateKey)),
    ID_TOKEN_KEY: JSON.stringify(await exportJWK(idKey)),
  }
}
