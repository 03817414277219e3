import { generateKeyPairSync, randomBytes } from 'node:crypto'

/** Settings with which a portal runs as in production, at one address. */
export function productionSettings(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { privateKey: idKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    NODE_ENV: 'production',
    EMBEDDED_IN_PRODUCTION: '1',
    PUBLIC_ORIGINS: 'https://secure.highmark.example',
    TOKEN_SIGNING_KEY: JSON.stringify(privateKey.export({ format: 'jwk' })),
    ID_TOKEN_KEY: JSON.stringify(idKey.export({ format: 'jwk' })),
    DATA_KEY: randomBytes(32).toString('base64'),
    ...more,
  }
}
