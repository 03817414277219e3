import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

/** What a brand needs to make passes for Apple Wallet, and what its certificate says about it. */
export interface AppleKeys {
  readonly certificate: X509Certificate
  readonly key: KeyObject
  readonly authority: X509Certificate
  readonly passType: string
  readonly team: string
}

/** A brand's service account at Google, and its number as an issuer of passes. */
export interface GoogleKeys {
  readonly issuer: string
  readonly email: string
  readonly key: KeyObject
  readonly tokenAddress: string
}

/** What a brand's folder contains; null: nothing. A problem says what is wrong with a file, never what is in it. */
export interface WalletKeys {
  readonly apple: AppleKeys | null
  readonly google: GoogleKeys | null
  readonly problems: readonly string[]
}

const appleFile = 'apple.pem'
const authorityFile = 'apple-authority.pem'
const googleFile = 'google.json'
const issuerFile = 'google-issuer.txt'

class BadKeys extends Error {}

const ServiceAccount = v.object({
  client_email: v.pipe(v.string(), v.includes('@')),
  private_key: v.string(),
  token_uri: v.pipe(v.string(), v.regex(/^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost)[:/])/)),
})

/** Reads the keys of every brand that has a folder named by its code. */
export function readWalletKeys(folder: string): Map<string, WalletKeys> {
  const brands = readdirSync(folder, { withFileTypes: true }).filter(
    (one) => !one.name.startsWith('.') && (one.isDirectory() || one.isSymbolicLink()),
  )
  return new Map(brands.map(({ name }) => [name, readBrandKeys(join(folder, name))]))
}

function readBrandKeys(folder: string): WalletKeys {
  const problems: string[] = []
  return { apple: attempt(readApple), google: attempt(readGoogle), problems }

  function attempt<T>(read: (folder: string) => T | null): T | null {
    try {
      return read(folder)
    } catch (error) {
      problems.push(error instanceof BadKeys ? error.message : 'A file cannot be read.')
      return null
    }
  }
}

function readApple(folder: string): AppleKeys | null {
  const [own, issuer] = readPair(folder, appleFile, authorityFile) ?? []
  if (own === undefined || issuer === undefined) return null
  const certificate = parse(() => new X509Certificate(own), `${appleFile} holds no certificate.`)
  const key = parse(() => createPrivateKey(own), `${appleFile} holds no private key that opens without a password.`)
  const authority = parse(() => new X509Certificate(issuer), `${authorityFile} holds no certificate.`)
  if (key.asymmetricKeyType !== 'rsa' || !certificate.checkPrivateKey(key))
    throw new BadKeys(`The key in ${appleFile} is not that of its certificate.`)
  if (!certificate.verify(authority.publicKey))
    throw new BadKeys(`${authorityFile} did not issue the certificate in ${appleFile}.`)
  const [passType, team] = [readSubject(certificate, 'UID'), readSubject(certificate, 'OU')]
  if (passType === null || team === null || !passType.startsWith('pass.'))
    throw new BadKeys(`The certificate in ${appleFile} is not one for passes: it names no pass type and team.`)
  return { certificate, key, authority, passType, team }
}

function readGoogle(folder: string): GoogleKeys | null {
  const [account, number] = readPair(folder, googleFile, issuerFile) ?? []
  if (account === undefined || number === undefined) return null
  const issuer = number.trim()
  if (!/^\d{10,20}$/.test(issuer)) throw new BadKeys(`${issuerFile} holds no number of an issuer.`)
  const problem = `${googleFile} is not the key of a service account, as Google gives it.`
  const { client_email: email, ...rest } = parse(() => v.parse(ServiceAccount, JSON.parse(account)), problem)
  const key = parse(() => createPrivateKey(rest.private_key), problem)
  if (key.asymmetricKeyType !== 'rsa') throw new BadKeys(problem)
  return { issuer, email, key, tokenAddress: rest.token_uri }
}

/** Two files that go together; null if neither exists. */
function readPair(folder: string, one: string, other: string): [string, string] | null {
  const missing = [one, other].filter((name) => !existsSync(join(folder, name)))
  if (missing.length === 2) return null
  if (missing.length === 1) throw new BadKeys(`${missing[0]} is missing beside ${missing[0] === one ? other : one}.`)
  return [readFileSync(join(folder, one), 'utf8'), readFileSync(join(folder, other), 'utf8')]
}

function parse<T>(read: () => T, problem: string): T {
  try {
    return read()
  } catch {
    throw new BadKeys(problem)
  }
}

/** A line of the subject, as Node writes it. */
function readSubject(certificate: X509Certificate, name: string): string | null {
  const line = certificate.subject.split('\n').find((one) => one.startsWith(`${name}=`))
  return line?.slice(name.length + 1) ?? null
}
