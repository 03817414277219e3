import { type CacheProvider, generateServiceProviderMetadata, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { ConnectionSettings } from '@portico/rules/identity/connection'
import { omitsGroups } from '@portico/rules/identity/group-claims'
import { newSecret } from '../tokens/secrets.ts'
import { type Arrived, clockToleranceS, readClaims, SignOnFailure, toMoment } from './protocol.ts'
import type { Signer } from './signer.ts'

type SamlSettings = Extract<ConnectionSettings, { readonly kind: 'saml' }>

export interface SamlClient {
  readonly settings: SamlSettings
  /** Where the provider's form arrives. */
  readonly answerAt: string
  /** Our entity id, which is our metadata's address. */
  readonly entityId: string
  readonly logout: string
  /**
   * Signs messages about sign-outs. Sign-in requests are unsigned, because a provider that does not know our key may refuse a signature.
   */
  readonly signer?: Signer
}

const requestMs = 10 * 60_000
/** How long a provider's message may be on its way: an assertion, or the end of a session. */
const messageMs = 5 * 60_000
const toleranceMs = clockToleranceS * 1000
/** Beginning of the library's text about a provider's refusal. */
const refused = /^SAML provider returned (\w+) error/
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
/**
 * What five hundred groups need, if each is in its own attribute, and as much again. For the 40,000 elements that fit into a form, the
 * library takes minutes before it checks a signature.
 */
const maxElements = 2_500
/** Ids that change each time, or that are e-mail addresses, which may become someone else's (OS-61). */
const unfit = ['nameid-format:transient', 'nameid-format:emailAddress']

/**
 * The provider's address where a sign-in begins (OS-63); `state` is the request's id. `anew`: it must authenticate even someone it
 * remembers.
 */
export function beginSaml(client: SamlClient, state: string, anew: boolean): Promise<string> {
  return createSaml(client, state, anew).getAuthorizeUrlAsync('', undefined, {})
}

/**
 * Checks a provider's form (OS-63): a signed assertion, its issuer, audience, recipient and times, and that it answers the request that it
 * names. The caller must make sure that it does so only once. Throws SignOnFailure.
 */
export async function finishSaml(client: SamlClient, response: string, state: string): Promise<Arrived> {
  return toArrived(client, await readAssertion(client, response, state), state)
}

/**
 * The same for a form that answers no request (OS-63): the connection decides whether one is accepted. `id` is the assertion's own, which
 * the caller accepts once. Throws SignOnFailure.
 */
export async function readUnasked(
  client: SamlClient,
  response: string,
): Promise<{ readonly id: string; readonly arrived: Arrived }> {
  const assertion = await readAssertion(client, response, null)
  const id = readAttribute(assertion, 'ID')
  if (id === '') throw invalid('no id')
  return { id, arrived: toArrived(client, assertion, null) }
}

async function readAssertion(client: SamlClient, response: string, state: string | null): Promise<Xml> {
  refuseTricks(Buffer.from(response, 'base64').toString())
  const { profile } = await createSaml(client, state)
    .validatePostResponseAsync({ SAMLResponse: response })
    .catch((error: unknown) => {
      throw toSendFailure(error)
    })
  return readObject(profile?.getAssertion?.(), 'Assertion')
}

function toArrived(client: SamlClient, assertion: Xml, state: string | null): Arrived {
  const issuer = readText(assertion, 'Issuer')
  if (issuer !== client.settings.entityId) throw invalid('issuer')
  const [subject = {}] = readList(assertion, 'Subject')
  checkConfirmation(client, subject, state)
  const { name, format } = readName(subject)
  if (name === '' || unfit.some((one) => format.endsWith(one))) throw invalid('NameID')
  const [statement = {}] = readList(assertion, 'AuthnStatement')
  const session = readAttribute(statement, 'SessionIndex')
  const [context = {}] = readList(statement, 'AuthnContext')
  const attributes = readAttributes(assertion)
  return {
    issuer,
    subject: name,
    claims: readClaims({ NameID: name, ...attributes }, client.settings),
    omitsGroups: omitsGroups(attributes, client.settings.groupsClaim),
    factors: [readText(context, 'AuthnContextClassRef')].filter(Boolean),
    session: session === '' ? null : session,
    provenAt: toMoment(Date.parse(readAttribute(statement, 'AuthnInstant'))),
  }
}

/** The address that also ends the provider's session; null if it is not informed. */
export function leaveSaml(
  client: SamlClient,
  { subject, session }: { readonly subject: string; readonly session: string | null },
): Promise<string | null> {
  if (!client.settings.signOutUrl) return Promise.resolve(null)
  const of = { issuer: client.settings.entityId, nameID: subject, nameIDFormat: persistent }
  return createSaml(client, null).getLogoutUrlAsync(
    { ...of, ...(session !== null && { sessionIndex: session }) },
    '',
    {},
  )
}

/**
 * The session or person that a provider signs out with a signed form (OS-63), and the address for our answer. Requests by redirect are
 * refused: their signature is outside the XML, and the library would also accept a missing one.
 */
export async function readLogoutRequest(
  client: SamlClient,
  form: { readonly request: string; readonly relayState: string },
): Promise<{
  readonly id: string
  readonly subject: string
  readonly session: string | null
  readonly back: string | null
}> {
  const xml = Buffer.from(form.request, 'base64').toString()
  refuseTricks(xml)
  const saml = createSaml(client, null)
  const { profile } = await saml.validatePostRequestAsync({ SAMLRequest: form.request }).catch((error: unknown) => {
    throw toSendFailure(error)
  })
  if (profile === null || profile.issuer !== client.settings.entityId) throw invalid('issuer')
  const tag = /<(?:[\w.-]+:)?LogoutRequest\b([^>]*)>/.exec(xml)?.[1] ?? ''
  const read = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
  if (read('ID') === '') throw invalid('no id')
  if (read('Destination') !== client.logout) throw invalid('recipient')
  const age = Math.abs(Date.now() - Date.parse(read('IssueInstant')))
  if (!(age <= messageMs + toleranceMs)) throw new SignOnFailure('answer-late', 'times of the request')
  const back = client.settings.signOutUrl
    ? await saml.getLogoutResponseUrlAsync(profile, form.relayState, {}, true)
    : null
  // The library reads only the first session: if several are named, all of the person's sessions end.
  const isOne = (xml.match(/<(?:[\w.-]+:)?SessionIndex[\s>/]/g) ?? []).length === 1
  return { id: read('ID'), subject: profile.nameID, session: isOne ? (profile.sessionIndex ?? null) : null, back }
}

/** The id of the request that a form claims to answer, before any of it is trusted; null if it names none. */
export function readRequestId(response: string): string | null {
  const xml = Buffer.from(response, 'base64').toString()
  // Reads only the first tag, in one pass, because the sender is not authenticated yet.
  const tag = /^\s*(?:<\?xml[^>]*\?>\s*)?<(?:\w+:)?Response\b([^>]*)>/.exec(xml)?.[1] ?? ''
  return /\sInResponseTo="([\w-]{20,400})"/.exec(tag)?.[1] ?? null
}

/** Our metadata for the provider (OS-63). */
export function describeUs({ answerAt, entityId, logout, signer }: Required<Omit<SamlClient, 'settings'>>): string {
  const described = generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: answerAt,
    logoutCallbackUrl: logout,
    identifierFormat: persistent,
    wantAssertionsSigned: true,
    privateKey: signer.key,
    publicCerts: signer.certificate,
    generateUniqueId: () => `_${newSecret()}`,
  })
  // The library assumes that a key signs every request.
  return described.replace('AuthnRequestsSigned="true"', 'AuthnRequestsSigned="false"')
}

function createSaml(
  { settings, answerAt, entityId, logout, signer }: SamlClient,
  state: string | null,
  anew = false,
): SAML {
  return new SAML({
    ...(signer && { privateKey: signer.key, signatureAlgorithm: 'sha256' }),
    idpCert: [...settings.certificates],
    issuer: entityId,
    callbackUrl: answerAt,
    entryPoint: settings.signInUrl,
    audience: entityId,
    identifierFormat: persistent,
    disableRequestedAuthnContext: true,
    forceAuthn: anew,
    wantAssertionsSigned: true,
    // The assertion's signature is sufficient: few providers sign both.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: toleranceMs,
    maxAssertionAgeMs: messageMs,
    validateInResponseTo: state === null ? ValidateInResponseTo.never : ValidateInResponseTo.always,
    logoutUrl: settings.signOutUrl || settings.signInUrl,
    logoutCallbackUrl: logout,
    requestIdExpirationPeriodMs: requestMs,
    generateUniqueId: () => state ?? `_${newSecret()}`,
    cacheProvider: onlyKnows(state),
  })
}

/** Answers the library's question whether it knows a request: here only the one that the caller has found. */
function onlyKnows(state: string | null): CacheProvider {
  const now = new Date().toISOString()
  return {
    saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
    getAsync: async (key) => (key === state ? now : null),
    removeAsync: async (key) => key,
  }
}

/**
 * Refuses what attackers send and providers do not: a DTD, comments and processing instructions within values, a second assertion,
 * countless elements.
 */
function refuseTricks(xml: string): void {
  const body = xml.replace(/^\s*<\?xml[^>]*\?>/, '')
  if (/<!|<\?/.test(body)) throw invalid('markup')
  if ((body.match(/<[^/]/g) ?? []).length > maxElements) throw invalid('too many elements')
  const opened = body.match(/<(?:[\w.-]+:)?(?:Encrypted)?Assertion[\s>/]/g)
  if (opened !== null && opened.length > 1) throw invalid('several assertions')
}

/** The library accepts an assertion without a confirmation, and does not check the recipient. */
function checkConfirmation({ answerAt }: SamlClient, subject: Xml, state: string | null): void {
  const isOurs = readList(subject, 'SubjectConfirmation').some((confirmation) => {
    const [data = {}] = readList(confirmation, 'SubjectConfirmationData')
    const until = Date.parse(readAttribute(data, 'NotOnOrAfter'))
    return (
      readAttribute(confirmation, 'Method') === bearer &&
      readAttribute(data, 'Recipient') === answerAt &&
      readAttribute(data, 'InResponseTo') === (state ?? '') &&
      Date.now() - toleranceMs < until
    )
  })
  if (!isOurs) throw invalid('recipient')
}

function toSendFailure(error: unknown): SignOnFailure {
  const text = error instanceof Error ? error.message : ''
  const code = refused.exec(text)?.[1]
  if (code !== undefined) return new SignOnFailure('provider-refused', code)
  // The library finds no confirmation if the times of all are past, or in the future.
  if (/expired|not yet valid|No valid subject confirmation/.test(text))
    return new SignOnFailure('answer-late', 'times of the assertion')
  if (/InResponseTo/i.test(text)) return invalid('InResponseTo')
  if (/audience/i.test(text)) return invalid('audience')
  return invalid(/signature/i.test(text) ? 'signature' : 'XML')
}

function invalid(what: string): SignOnFailure {
  return new SignOnFailure('answer-invalid', what)
}

/** XML as the library parses it: attributes in `$`, text in `_`, elements in lists by name. */
type Xml = Readonly<Record<string, unknown>>

function isXml(value: unknown): value is Xml {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readObject(value: unknown, name: string): Xml {
  const found = isXml(value) ? value[name] : null
  if (!isXml(found)) throw invalid('no assertion')
  return found
}

function readList(parent: Xml, name: string): Xml[] {
  const found = parent[name]
  return Array.isArray(found) ? found.map((one) => (isXml(one) ? one : { _: one })) : []
}

function readText(parent: Xml, name: string): string {
  const [first] = readList(parent, name)
  return typeof first?._ === 'string' ? first._.trim() : ''
}

function readAttribute({ $: attributes }: Xml, name: string): string {
  const value = isXml(attributes) ? attributes[name] : null
  return typeof value === 'string' ? value : ''
}

function readName(subject: Xml): { readonly name: string; readonly format: string } {
  const [nameId = {}] = readList(subject, 'NameID')
  return { name: readText(subject, 'NameID'), format: readAttribute(nameId, 'Format') }
}

/** Some providers write a separate attribute for each of several values. */
function readAttributes(assertion: Xml): Record<string, unknown> {
  const read = new Map<string, unknown[]>()
  const attributes = readList(assertion, 'AttributeStatement').flatMap((statement) => readList(statement, 'Attribute'))
  for (const attribute of attributes) {
    const name = readAttribute(attribute, 'Name')
    const values = readList(attribute, 'AttributeValue').map(({ _: text }) => text)
    read.set(name, [...(read.get(name) ?? []), ...values])
  }
  return Object.fromEntries(read)
}
