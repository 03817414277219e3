import 'reflect-metadata'
import { createPrivateKey, webcrypto } from 'node:crypto'
import { cryptoProvider, X509CertificateGenerator } from '@peculiar/x509'
import type { DataKey } from '../../platform/data-key.ts'
import type { Database } from '../../platform/db/database.ts'
import { sealedColumns } from '../../platform/sealed-columns.ts'
import { type Connection, findConnection, keepSigner } from './store.ts'

/** Key and certificate for signing messages to a SAML provider; both as PEM. */
export interface Signer {
  readonly key: string
  readonly certificate: string
}

const formatContext = sealedColumns.identity_connection.nameSeal
const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
}
/** Providers refuse an expired certificate; each connection has its own. */
const goodForYears = 20

/**
 * A connection's key with its certificate, created when first needed (OS-63); servers that create one at the same time agree on the first.
 */
export async function findSigner(
  { database, dataKey }: { readonly database: Database; readonly dataKey: DataKey },
  connection: Connection,
  now: Date,
): Promise<Signer> {
  const { connection_id: connectionId } = connection
  const kept = openSigner(dataKey, connection)
  if (kept !== null) return kept
  const made = await makeSigner(connectionId, now)
  const sealed = dataKey.seal(Buffer.from(made.key), formatContext(connectionId))
  await keepSigner(database.read, connectionId, { sealed, certificate: made.certificate })
  const first = await findConnection(database.read, connectionId)
  return (first && openSigner(dataKey, first)) ?? made
}

function openSigner(dataKey: DataKey, { connection_id: id, signing_key: sealed, signing_certificate }: Connection) {
  if (sealed === null || signing_certificate === null) return null
  return { key: dataKey.open(sealed, formatContext(id)).toString(), certificate: signing_certificate }
}

async function makeSigner(connectionId: string, now: Date): Promise<Signer> {
  cryptoProvider.set(webcrypto as Crypto)
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
  const notAfter = new Date(now)
  notAfter.setUTCFullYear(now.getUTCFullYear() + goodForYears)
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: connectionId.replaceAll('-', ''),
    name: `CN=${connectionId}`,
    // A provider's clock may be behind ours.
    notBefore: new Date(now.getTime() - 24 * 3_600_000),
    notAfter,
    signingAlgorithm: algorithm,
    keys,
  })
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ type: 'pkcs8', format: 'pem' })
  return { key: String(key), certificate: certificate.toString('pem') }
}
