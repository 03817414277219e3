import 'reflect-metadata'
import { createHash, createSign, randomUUID, webcrypto } from 'node:crypto'
import { promisify } from 'node:util'
import { inflateRawSync } from 'node:zlib'
import * as x509 from '@peculiar/x509'
import samlp from 'samlp'

export interface SamlSigner {
  /** In PEM. */
  readonly key: string
  readonly certificate: string
  /** As it is entered in a connection. */
  readonly base64: string
}

/** A key with its certificate, as a provider has it. */
export async function createSigner(lastDay = new Date('2096-01-01')): Promise<SamlSigner> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  x509.cryptoProvider.set(webcrypto as Crypto)
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=login.plan.example',
    notBefore: new Date('2026-01-01'),
    notAfter: lastDay,
    signingAlgorithm: algorithm,
    keys: keys as CryptoKeyPair,
  })
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8.match(/.{1,64}/g)?.join('\n')}\n-----END PRIVATE KEY-----\n`
  return { key, certificate: certificate.toString('pem'), base64: Buffer.from(certificate.rawData).toString('base64') }
}

/** What a request at the provider's address asks for. */
export function readRequest(address: string): { readonly id: string; readonly answerAt: string } {
  const deflated = new URL(address).searchParams.get('SAMLRequest') ?? ''
  const xml = inflateRawSync(Buffer.from(deflated, 'base64')).toString()
  const read = (name: string) => new RegExp(`\\s${name}="([^"]+)"`).exec(xml)?.[1] ?? ''
  return { id: read('ID'), answerAt: read('AssertionConsumerServiceURL') }
}

/** A response of `samlp`, which shares no code with what checks it. */
export async function respond(response: {
  readonly signer: SamlSigner
  readonly entityId: string
  readonly audience: string
  readonly recipient: string
  readonly inResponseTo: string
  readonly subject: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly lifetimeS?: number
  readonly format?: string
  readonly context?: string
  /** What is signed; the assertion, if nothing is said. */
  readonly signed?: 'response' | 'both'
}): Promise<string> {
  const { signer, subject, attributes = {} } = response
  const options = {
    issuer: response.entityId,
    cert: signer.certificate,
    key: signer.key,
    audience: response.audience,
    recipient: response.recipient,
    destination: response.recipient,
    inResponseTo: response.inResponseTo,
    lifetimeInSeconds: response.lifetimeS ?? 300,
    signatureAlgorithm: 'rsa-sha256',
    digestAlgorithm: 'sha256',
    nameIdentifierFormat: response.format ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    authnContextClassRef: response.context ?? 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
    sessionIndex: '_session-1',
    ...(response.signed !== undefined && { signResponse: true, signAssertion: response.signed === 'both' }),
    profileMapper: () => ({
      getClaims: () => attributes,
      getNameIdentifier: () => ({ nameIdentifier: subject }),
    }),
  }
  const made = await promisify(samlp.getSamlResponse)(options, { id: subject })
  return Buffer.from(String(made)).toString('base64')
}

const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#'
const canonical = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** A request that ends a session, as a provider's form brings it. It is written in canonical form, so that it can be signed as it stands. */
export function askForLogout(request: {
  readonly signer: SamlSigner
  readonly entityId: string
  readonly destination: string
  readonly subject: string
  readonly at?: Date
  /** The provider's names of the sessions that end; none: all of the subject's. */
  readonly sessions?: readonly string[]
  readonly id?: string
}): string {
  const { signer, entityId, destination, subject, at = new Date(), sessions = [], id = `_${randomUUID()}` } = request
  const saml = 'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'
  const open = `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" Destination="${destination}" ID="${id}" IssueInstant="${at.toISOString()}" Version="2.0"><saml:Issuer ${saml}>${entityId}</saml:Issuer>`
  const rest = `<saml:NameID ${saml} Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${subject}</saml:NameID>${sessions.map((one) => `<samlp:SessionIndex>${one}</samlp:SessionIndex>`).join('')}</samlp:LogoutRequest>`
  return signAround(signer, id, open, rest)
}

const samlNames = 'urn:oasis:names:tc:SAML:2.0'

/** A response of a provider that writes an attribute of its own for each value, as Keycloak does unless it is told otherwise. Canonical, too. */
export function respondValueByValue(response: {
  readonly signer: SamlSigner
  readonly entityId: string
  readonly audience: string
  readonly recipient: string
  readonly inResponseTo: string
  readonly subject: string
  readonly attributes: readonly (readonly [string, string])[]
  readonly until?: Date
}): string {
  const { signer, entityId, audience, recipient, inResponseTo, subject, attributes } = response
  const id = `_${randomUUID()}`
  const now = new Date().toISOString()
  const until = (response.until ?? new Date(Date.now() + 300_000)).toISOString()
  const saml = (name: string, inner: string, also = '') => `<saml:${name}${also}>${inner}</saml:${name}>`
  const open = `<saml:Assertion xmlns:saml="${samlNames}:assertion" ID="${id}" IssueInstant="${now}" Version="2.0">${saml('Issuer', entityId)}`
  const confirmed = ` InResponseTo="${inResponseTo}" NotOnOrAfter="${until}" Recipient="${recipient}"`
  const rest = [
    saml(
      'Subject',
      saml('NameID', subject, ` Format="${samlNames}:nameid-format:persistent"`) +
        saml('SubjectConfirmation', saml('SubjectConfirmationData', '', confirmed), ` Method="${samlNames}:cm:bearer"`),
    ),
    saml(
      'Conditions',
      saml('AudienceRestriction', saml('Audience', audience)),
      ` NotBefore="${now}" NotOnOrAfter="${until}"`,
    ),
    saml(
      'AuthnStatement',
      saml('AuthnContext', saml('AuthnContextClassRef', `${samlNames}:ac:classes:Password`)),
      ` AuthnInstant="${now}"`,
    ),
    saml(
      'AttributeStatement',
      attributes.map(([name, value]) => saml('Attribute', saml('AttributeValue', value), ` Name="${name}"`)).join(''),
    ),
    '</saml:Assertion>',
  ].join('')
  const assertion = Buffer.from(signAround(signer, id, open, rest), 'base64').toString()
  const answer = `<samlp:Response xmlns:samlp="${samlNames}:protocol" Destination="${recipient}" ID="_${randomUUID()}" InResponseTo="${inResponseTo}" IssueInstant="${now}" Version="2.0">`
  const status = `<samlp:Status><samlp:StatusCode Value="${samlNames}:status:Success"></samlp:StatusCode></samlp:Status>`
  return Buffer.from(`${answer}${status}${assertion}</samlp:Response>`).toString('base64')
}

/** An element in canonical form with its signature between its issuer and the rest, in base64. */
function signAround(signer: SamlSigner, id: string, open: string, rest: string): string {
  const digest = createHash('sha256').update(`${open}${rest}`).digest('base64')
  const method = (name: string, algorithm: string) => `<ds:${name} Algorithm="${algorithm}"></ds:${name}>`
  const info = [
    `<ds:SignedInfo xmlns:ds="${signatureNamespace}">`,
    method('CanonicalizationMethod', canonical),
    method('SignatureMethod', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'),
    `<ds:Reference URI="#${id}"><ds:Transforms>`,
    method('Transform', `${signatureNamespace}enveloped-signature`),
    method('Transform', canonical),
    `</ds:Transforms>${method('DigestMethod', 'http://www.w3.org/2001/04/xmlenc#sha256')}`,
    `<ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`,
  ].join('')
  const value = createSign('sha256').update(info).sign(signer.key, 'base64')
  const signature = `<ds:Signature xmlns:ds="${signatureNamespace}">${info}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`
  return Buffer.from(`${open}${signature}${rest}`).toString('base64')
}
