import 'reflect-metadata'
import { spawn } from 'node:child_process'
import { generateKeyPairSync, webcrypto } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as x509 from '@peculiar/x509'

const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
}

async function makeKeys(): Promise<CryptoKeyPair> {
  return (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
}

async function toPem(key: CryptoKey): Promise<string> {
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)).toString('base64')
  return `-----BEGIN PRIVATE KEY-----\n${pkcs8.match(/.{1,64}/g)?.join('\n')}\n-----END PRIVATE KEY-----\n`
}

export interface AppleFiles {
  /** The certificate of a pass type with its key, in PEM. */
  readonly own: string
  readonly authority: string
}

/** What Apple gives to a plan for its passes, issued by an authority made up for the test. */
export async function makeAppleFiles({ lastDay = new Date('2096-01-01') } = {}): Promise<AppleFiles> {
  x509.cryptoProvider.set(webcrypto as Crypto)
  const [root, own] = [await makeKeys(), await makeKeys()]
  const times = { notBefore: new Date('2026-01-01'), signingAlgorithm: algorithm }
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    ...times,
    serialNumber: '01',
    name: 'CN=Authority of the test',
    notAfter: new Date('2097-01-01'),
    keys: root,
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  })
  const certificate = await x509.X509CertificateGenerator.create({
    ...times,
    serialNumber: '7f03a1c2b4d5e6f7',
    issuer: authority.subject,
    // The first is the user ID.
    subject:
      '0.9.2342.19200300.100.1.1=pass.example.plan.card, CN=Pass Type ID: pass.example.plan.card, OU=TEAM123456, C=US',
    notAfter: lastDay,
    signingKey: root.privateKey,
    publicKey: own.publicKey,
  })
  return {
    own: `${certificate.toString('pem')}\n${await toPem(own.privateKey)}`,
    authority: authority.toString('pem'),
  }
}

export function writeAppleFiles(folder: string, { own, authority }: AppleFiles): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'apple.pem'), own)
  writeFileSync(join(folder, 'apple-authority.pem'), authority)
}

/** The key of a service account as Google gives it, and the number of an issuer; returns the public key. */
export function writeGoogleFiles(folder: string, tokenAddress: string): string {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  mkdirSync(folder, { recursive: true })
  const account = {
    type: 'service_account',
    client_email: 'cards@plan.example',
    private_key: privateKey,
    token_uri: tokenAddress,
  }
  writeFileSync(join(folder, 'google.json'), JSON.stringify(account))
  writeFileSync(join(folder, 'google-issuer.txt'), '3388000000012345678\n')
  return publicKey
}

export interface TestWallets {
  readonly environment: { readonly WALLET_DIR: string; readonly GOOGLE_WALLET_URL: string }
  /** Where what stands in for Google listens. */
  readonly google: string
  readonly apple: AppleFiles
  /** In PEM, of the service account. */
  readonly googleKey: string
  close(): void
}

/** Keys of the brand of most demo members, and a process that stands in for Google. */
export async function startWallets(): Promise<TestWallets> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-wallet-'))
  const stub = spawn(process.execPath, [join(import.meta.dirname, 'google-stub.mjs')], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [port] = await once(createInterface({ input: stub.stdout }), 'line')
  const google = `http://127.0.0.1:${port}`
  const apple = await makeAppleFiles()
  writeAppleFiles(join(folder, 'hmbcbs'), apple)
  const googleKey = writeGoogleFiles(join(folder, 'hmbcbs'), `${google}/token`)
  const close = () => {
    stub.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  return { environment: { WALLET_DIR: folder, GOOGLE_WALLET_URL: google }, google, apple, googleKey, close }
}
